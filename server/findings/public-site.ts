import { get as getHttp, type IncomingMessage } from 'node:http';
import { get as getHttps } from 'node:https';
import { TLSSocket } from 'node:tls';
import type { Config } from '../config/config.ts';
import { messageOf } from '../errors.ts';
import { visibleWords } from '../visible-text.ts';
import { type Finding, ok, warning, wrong } from './finding.ts';

/** The findings at SITE_URL, as visitors see it; none if it is not set. */
export async function publicSite({ siteUrl, siteUrlIsSet }: Config): Promise<Finding[]> {
  if (!siteUrlIsSet) return [];
  try {
    const { status, location, endsAt } = await ask(siteUrl);
    return [
      answer(siteUrl, status, location),
      ...(endsAt === undefined ? [] : [certificate(endsAt)]),
    ];
  } catch (error) {
    const why = visibleWords(messageOf(error));
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (/CERT|SELF_SIGNED|UNABLE_TO|ERR_TLS|ERR_SSL/.test(code))
      return [
        wrong('certificate-refused', `browsers refuse the certificate of ${siteUrl}: ${why}`),
      ];
    // Not every network lets a machine reach its own public address.
    const text = `${siteUrl} cannot be reached from here: ${why}. Open it on another device`;
    return [warning('site-unreachable', text)];
  }
}

/** Asks without following redirects, within five seconds. The body is not read. */
async function ask(url: string) {
  const get = url.startsWith('https:') ? getHttps : getHttp;
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const signal = AbortSignal.timeout(5_000);
    get(url, { agent: false, signal }, resolve).on('error', reject);
  });
  const { statusCode: status = 0, headers, socket } = response;
  const endsAt = socket instanceof TLSSocket ? socket.getPeerCertificate().valid_to : undefined;
  response.destroy();
  return { status, location: headers.location, endsAt };
}

function answer(url: string, status: number, location?: string): Finding {
  if (status >= 500) return wrong('site-fails', `${url} answers ${status}: see the proxy's log`);
  if (location !== undefined)
    return warning(
      'site-redirects',
      `${url} leads to ${visibleWords(location)}: set SITE_URL to where it ends`,
    );
  if (status !== 200) return warning('site-answers-otherwise', `${url} answers ${status}`);
  return ok('site', `${url} answers`);
}

/** Browsers refuse it when it has ended. A proxy with ACME renews weeks before. */
function certificate(endsAt: string): Finding {
  const days = Math.floor((Date.parse(endsAt) - Date.now()) / 86_400_000);
  const text = `the certificate ends in ${days} days`;
  const renew = `${text} and was not renewed: see the proxy's log`;
  if (days < 3) return wrong('certificate-ends', renew);
  return days < 14 ? warning('certificate-ends', renew) : ok('certificate', text);
}
