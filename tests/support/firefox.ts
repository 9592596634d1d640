import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startChild } from './child.ts';
import { type Engine, keyValues } from './visitor.ts';

/** Turns off Firefox's own network use and animation. */
const preferences = `
user_pref("ui.prefersReducedMotion", 1);
user_pref("browser.startup.page", 0);
user_pref("browser.startup.homepage_override.mstone", "ignore");
user_pref("datareporting.policy.dataSubmissionEnabled", false);
user_pref("network.captive-portal-service.enabled", false);
user_pref("network.connectivity-service.enabled", false);
`;

/**
 * Starts Firefox with its own profile, driven by WebDriver BiDi (https://w3c.github.io/webdriver-bidi/). It does not
 * use selenium-webdriver, because Debian lacks the geckodriver that it needs. It would also give up after 30 seconds,
 * too early for a slow machine.
 */
export async function startFirefox(): Promise<Engine> {
  const profile = await mkdtemp(join(tmpdir(), 'lodemark-firefox-'));
  await writeFile(join(profile, 'user.js'), preferences);
  const args = ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port=0'];
  const env = { ...process.env, HOME: profile };
  const firefox = startChild('firefox-esr', args, { env });
  const address = () => /BiDi listening on (ws:\S+)\n/.exec(firefox.output())?.[1];
  await firefox.until(async () => address());
  const send = await connect(`${address()}/session`);
  const { capabilities } = await send('session.new', { capabilities: {} });
  const { context } = await send('browsingContext.create', { type: 'tab' });
  const perform = (source: object) => send('input.performActions', { context, actions: [source] });
  return {
    version: `Firefox ${capabilities.browserVersion}`,
    async open(url) {
      await send('browsingContext.navigate', { context, url, wait: 'complete' });
    },
    async resize(width, height) {
      await send('browsingContext.setViewport', { context, viewport: { width, height } });
    },
    async run(expression) {
      const evaluation = { expression, awaitPromise: true, target: { context } };
      const { result, exceptionDetails } = await send('script.evaluate', evaluation);
      if (exceptionDetails) throw new Error(exceptionDetails.text);
      return result.value;
    },
    async tap(x, y) {
      const [down, up] = ['pointerDown', 'pointerUp'].map((type) => ({ type, button: 0 }));
      const actions = [{ type: 'pointerMove', x, y, duration: 0 }, down, up];
      await perform({ type: 'pointer', id: 'mouse', actions });
    },
    async press(...keys) {
      const actions = keys.map(keyValues).flatMap((values) => {
        const down = values.map((value) => ({ type: 'keyDown', value }));
        return [...down, ...values.toReversed().map((value) => ({ type: 'keyUp', value }))];
      });
      await perform({ type: 'key', id: 'keyboard', actions });
    },
    async stop() {
      await send('browser.close', {});
      await firefox.stop();
      // The browser's processes may still write for a moment.
      await rm(profile, { recursive: true, force: true, maxRetries: 10 });
    },
  };
}

/** The parts of a response that this file reads. */
interface Result {
  capabilities: { browserVersion: string };
  context: string;
  result: { value: string };
  exceptionDetails?: { text: string };
}

async function connect(address: string) {
  const socket = new WebSocket(address);
  const sent = new Map<number, PromiseWithResolvers<Result>>();
  socket.onmessage = ({ data }) => {
    const { id, type, message, result } = JSON.parse(data);
    if (type === 'success') sent.get(id)?.resolve(result);
    else sent.get(id)?.reject(new Error(message));
  };
  await once(socket, 'open');
  return (method: string, params: object): Promise<Result> => {
    const answer = Promise.withResolvers<Result>();
    sent.set(sent.size, answer);
    socket.send(JSON.stringify({ id: sent.size - 1, method, params }));
    return answer.promise;
  };
}
