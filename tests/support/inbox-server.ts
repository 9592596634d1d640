import { onTestFinished, vi } from 'vitest';
import { ada } from './ada.ts';
import { catcher, mailSettings } from './delivery.ts';
import { office, sales } from './inbox.ts';
import { startServer } from './server.ts';

/** The whole program with its inbox, and a clock that the test moves forward. */
export async function startInbox(settings: Record<string, string> = {}) {
  let passed = 0;
  const { now } = Date;
  const clock = vi.spyOn(Date, 'now').mockImplementation(() => now() + passed);
  onTestFinished(() => clock.mockRestore());
  const INBOX_USERS = `${sales},${office}`;
  const server = await startServer({ settings: { INBOX_USERS, ...settings } });
  const book = async (values: Partial<typeof ada> = {}) => {
    const response = await server.post({ ...ada, ...values });
    if (response.status !== 201)
      throw new Error(`the booking was answered with ${response.status}`);
  };
  /** Moves the clock forward by milliseconds. */
  const pass = (time: number) => {
    passed += time;
  };
  return { ...server, book, pass };
}

/** The same, with the emails that it sent. */
export async function startWithMail(
  settings: Record<string, string> = {},
  behaviour?: Parameters<typeof catcher>[0],
) {
  const { url, mails } = await catcher(behaviour);
  return { ...(await startInbox({ ...mailSettings(url), ...settings })), mails };
}
