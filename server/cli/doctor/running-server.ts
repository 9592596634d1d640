import { localUrl } from '../../config/addresses.ts';
import { type Config, identityOf } from '../../config/config.ts';
import { withStore } from '../store.ts';
import { type Finding, ok, wrong } from './finding.ts';

/**
 * Whether the server that these settings describe answers where they say: no other program, no other
 * installation, and not with settings that it was started with before they changed.
 */
export async function runningServer(config: Config): Promise<Finding> {
  const address = localUrl(config.host, config.port);
  const isDown = (text: string) => wrong('server', text, 'server');
  const isOther = (other: string) =>
    isDown(`${address} answers, but it is ${other}: stop it, or set another PORT, and restart`);
  const answer = await readiness(address);
  if (answer === undefined)
    return isDown(`nothing answers at ${address}: start it, or see journalctl -u lodemark`);
  if (answer.status === 'unavailable')
    return wrong('server', `${address} cannot store bookings: see its log`, 'database');
  if (answer.instance === undefined)
    return isOther('another program, or an earlier version of this one');
  // Without a database there is nothing to compare, and that is told by itself.
  const secret = await withStore(config, (store) => store.findSecret()).catch(() => undefined);
  const own = secret === undefined ? answer : identityOf(config, secret);
  if (own.instance !== answer.instance) return isOther('another installation, on another database');
  if (own.settings === answer.settings) return ok('server', `answers at ${address}`);
  const other = 'runs with other settings than these, or as another version: restart it';
  return wrong('server', `${address} ${other}`);
}

/** What /readyz says, `{}` for what is no answer of ours, undefined where nothing listens or answers in time. */
async function readiness(address: string): Promise<Record<string, unknown> | undefined> {
  try {
    const signal = AbortSignal.timeout(10_000);
    const response = await fetch(`${address}/readyz`, { signal, redirect: 'manual' });
    return Object(await response.json());
  } catch (error) {
    if (error instanceof SyntaxError) return {};
    // What came is not HTTP, or nothing came before the end.
    const { name, code } = Object(Object(error).cause);
    return name === 'HTTPParserError' || code === 'UND_ERR_SOCKET' ? {} : undefined;
  }
}
