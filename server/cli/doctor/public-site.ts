import { execFile } from 'node:child_process';
import { get as getHttp, type IncomingMessage } from 'node:http';
import { get as getHttps } from 'node:https';
import { networkInterfaces } from 'node:os';
import { TLSSocket } from 'node:tls';
import { promisify } from 'node:util';
import type { Config } from '../../config/config.ts';
import { messageOf } from '../../store/store.ts';
import { type Finding, ok, warning, wrong } from './finding.ts';

/** What visitors meet at SITE_URL, through the proxy, and whether the clock is right. */
export async function publicSite({ siteUrl, siteUrlIsSet }: Config): Promise<Finding[]> {
  const clock = await synchronizedClock();
  if (!siteUrlIsSet) return clock;
  try {
    const answer = await ask(siteUrl);
    return [whatIsServed(siteUrl, answer), ...certificateOf(answer), ...clock];
  } catch (error) {
    const { code } = Object(error);
    if (isRefusedHere(error))
      return [
        wrong(
          'public site',
          `nothing answers at ${siteUrl}, which is this machine: is the proxy running?`,
        ),
        ...clock,
      ];
    const isRefused = /CERT|SELF_SIGNED|UNABLE_TO|ERR_TLS|ERR_SSL/.test(String(code));
    const text = isRefused
      ? `browsers refuse the certificate of ${siteUrl} (${messageOf(error)}): see the proxy's log`
      : `cannot be reached from here (${messageOf(error)}). Does it open elsewhere? Not every network lets a machine reach its own public address`;
    return [(isRefused ? wrong : warning)('public site', text), ...clock];
  }
}

/** A name with several addresses gives an error for each. */
function isRefusedHere(error: unknown): boolean {
  const errors: unknown[] = error instanceof AggregateError ? error.errors : [error];
  const own = Object.values(networkInterfaces()).flatMap((all = []) =>
    all.map(({ address }) => address),
  );
  return errors.some((one) => {
    const { code, address } = Object(one);
    return code === 'ECONNREFUSED' && own.includes(address);
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
  const what = 'public site';
  if (status >= 500) return wrong(what, `${url} answers ${status}: see the proxy's log`);
  if (headers.location !== undefined)
    return warning(what, `${url} leads to ${headers.location}: set SITE_URL to where it ends`);
  if (status !== 200) return warning(what, `${url} answers ${status}`);
  if (headers['content-security-policy'] === undefined)
    return warning(what, `${url} comes without Content-Security-Policy: let the proxy pass it on`);
  return ok(what, `${url} answers with the policy`);
}

/** Browsers refuse it afterwards. Who renews by ACME does so weeks before. In days. */
const certificateDays = { wrong: 3, warning: 14 };

function certificateOf({ certificate }: Answer): Finding[] {
  if (certificate === undefined) return [];
  const ends = Date.parse(certificate.valid_to);
  const days = Math.floor((ends - Date.now()) / 86_400_000);
  const text = `ends in ${days} days`;
  const renew = `${text} and was not renewed: see the proxy's log`;
  if (days < certificateDays.wrong) return [wrong('certificate', renew)];
  return [days < certificateDays.warning ? warning('certificate', renew) : ok('certificate', text)];
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
