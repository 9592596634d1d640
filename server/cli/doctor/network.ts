import { execFile } from 'node:child_process';
import { get as getHttp, type IncomingMessage } from 'node:http';
import { get as getHttps } from 'node:https';
import { networkInterfaces } from 'node:os';
import { TLSSocket } from 'node:tls';
import { promisify } from 'node:util';
import { localUrl } from '../../config/addresses.ts';
import { type Config, identityOf } from '../../config/config.ts';
import { messageOf } from '../../store/store.ts';
import { withStore } from '../store.ts';
import { type Finding, ok, warning, wrong } from './finding.ts';

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
    return isDown(
      `nothing answers at ${address}: start it (its log says why it ended), or give doctor the HOST and PORT it was started with`,
    );
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

const site = 'public site';

/** What visitors meet at SITE_URL, through the proxy, and whether the clock is right. */
export async function publicSite({ siteUrl, siteUrlIsSet }: Config): Promise<Finding[]> {
  const clock = await synchronizedClock();
  if (!siteUrlIsSet) return clock;
  const found = await ask(siteUrl).then(
    (answer) => [whatIsServed(siteUrl, answer), ...certificateOf(answer)],
    (error) => [notServed(siteUrl, error)],
  );
  return [...found, ...clock];
}

function notServed(url: string, error: unknown): Finding {
  const why = messageOf(error);
  if (isRefusedHere(error))
    return wrong(site, `nothing answers at ${url}, which is this machine: is the proxy running?`);
  if (/CERT|SELF_SIGNED|UNABLE_TO|ERR_TLS|ERR_SSL/.test(String(Object(error).code)))
    return wrong(site, `browsers refuse the certificate of ${url} (${why}): see the proxy's log`);
  const text = `cannot be reached from here (${why}). Does it open elsewhere? Not every network lets a machine reach its own public address`;
  return warning(site, text);
}

/** A name with several addresses gives an error for each. */
function isRefusedHere(error: unknown): boolean {
  const errors: unknown[] = error instanceof AggregateError ? error.errors : [error];
  const own = Object.values(networkInterfaces()).flatMap((all = []) => all);
  return errors.some((one) => {
    const { code, address } = Object(one);
    return code === 'ECONNREFUSED' && own.some((known) => known.address === address);
  });
}

type Answer = Awaited<ReturnType<typeof ask>>;

/** Asks without following redirects, within five seconds. The body is not read. */
async function ask(url: string) {
  const get = url.startsWith('https:') ? getHttps : getHttp;
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    const signal = AbortSignal.timeout(5_000);
    get(url, { agent: false, signal }, resolve).on('error', reject);
  });
  const { statusCode: status = 0, headers, socket } = answer;
  const certificate = socket instanceof TLSSocket ? socket.getPeerCertificate() : undefined;
  answer.destroy();
  return { status, headers, certificate };
}

function whatIsServed(url: string, { status, headers }: Answer): Finding {
  if (status >= 500) return wrong(site, `${url} answers ${status}: see the proxy's log`);
  if (headers.location !== undefined)
    return warning(site, `${url} leads to ${headers.location}: set SITE_URL to where it ends`);
  if (status !== 200) return warning(site, `${url} answers ${status}`);
  if (headers['content-security-policy'] === undefined)
    return warning(site, `${url} comes without Content-Security-Policy: let the proxy pass it on`);
  return ok(site, `${url} answers with the policy`);
}

/** Browsers refuse it when it has ended. Who renews by ACME does so weeks before. */
function certificateOf({ certificate }: Answer): Finding[] {
  if (certificate === undefined) return [];
  const days = Math.floor((Date.parse(certificate.valid_to) - Date.now()) / 86_400_000);
  const text = `ends in ${days} days`;
  const renew = `${text} and was not renewed: see the proxy's log`;
  if (days < 3) return [wrong('certificate', renew)];
  return [days < 14 ? warning('certificate', renew) : ok('certificate', text)];
}

/** Whether systemd says that a time server keeps the clock; nothing where there is none to ask. */
async function synchronizedClock(): Promise<Finding[]> {
  const args = ['show', '--property=NTPSynchronized', '--value'];
  const { stdout } = await promisify(execFile)('timedatectl', args, { timeout: 3_000 }).catch(
    () => ({ stdout: '' }),
  );
  const text = 'no time server keeps it, and retention, retries and certificates need it';
  if (stdout.trim() === 'no') return [warning('clock', `${text}: timedatectl set-ntp true`)];
  return stdout.trim() === 'yes' ? [ok('clock', 'kept by a time server')] : [];
}
