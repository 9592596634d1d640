import { statfs } from 'node:fs/promises';
import { get as getHttp, type IncomingMessage } from 'node:http';
import { get as getHttps } from 'node:https';
import { TLSSocket } from 'node:tls';
import { day, hour } from '../booking/zones.ts';
import type { Config } from './config/config.ts';
import { warningsOf } from './config/warnings.ts';
import { messageOf } from './errors.ts';
import { databaseName, embeddedFile } from './store/open.ts';
import { findVisitorRightsFault } from './store/postgres-rights.ts';
import { checkStore, findTimestamp, type Store } from './store/store.ts';
import { visibleWords } from './visible-text.ts';

export interface Finding {
  /** A stable name for tests and programs, such as `delivery-dead`. */
  code: string;
  /** `wrong` makes `doctor` fail and sends an alert. A `warning` is only shown. */
  state: 'ok' | 'warning' | 'wrong';
  text: string;
  /** The channel, if several channels can have the same finding. */
  channel?: string;
}

export const ok = (code: string, text: string): Finding => ({ code, state: 'ok', text });

export const warning = (code: string, text: string): Finding => ({ code, state: 'warning', text });

export const wrong = (code: string, text: string): Finding => ({ code, state: 'wrong', text });

/** The desk's findings about its settings and its deliveries. */
export interface DeskFindings {
  settings: readonly Finding[];
  inStore(store: Store): Promise<Finding[]>;
}

/**
 * Everything an operator should know about an installation, for `doctor` and the alerts. Never throws.
 * `inStore` calls its argument with the open store, or rejects if the store cannot be opened.
 */
export async function findingsOf(
  config: Config,
  inStore: (work: (store: Store) => Promise<Finding[]>) => Promise<Finding[]>,
  desk?: DeskFindings,
): Promise<Finding[]> {
  const found = inStore(async (store) => [
    ...(await storeFindings(config, store)),
    ...((await desk?.inStore(store)) ?? []),
  ]);
  const unusable = (error: unknown) => [wrong('database-unusable', messageOf(error))];
  // Unlike the server at its start, doctor always assumes that the site is meant for visitors.
  const warnings = Object.entries(warningsOf(config, true));
  return [
    ok('settings', 'all settings are valid'),
    ...(desk?.settings ?? []),
    ...warnings.map(([what, text]) => warning(what.replaceAll(' ', '-'), text)),
    ...(await found.catch(unusable)),
    ...(await publicSite(config)),
  ];
}

/** The last backup is too old after this many hours. */
const backupLateHours = 48;

/** Checks the database. Throws the store's error if it cannot be written. */
async function storeFindings(config: Config, store: Store): Promise<Finding[]> {
  await checkStore(store);
  const isEmbedded = embeddedFile(config) !== undefined;
  const rights = isEmbedded ? undefined : await findVisitorRightsFault(store);
  return [
    ok('database', `${databaseName(config)} can be written`),
    ...(rights === undefined ? [] : [wrong('visitor-rights', rights)]),
    ...(isEmbedded ? await embedded(config, store) : []),
  ];
}

/** Checks disk space and backups. The operator of a database server has other tools for both. */
async function embedded(config: Config, store: Store): Promise<Finding[]> {
  const { bavail, bsize } = await statfs(config.dataFolder);
  const megabytes = Math.floor((bavail * bsize) / 1024 / 1024);
  const disk = `${megabytes} MB are free in ${config.dataFolder}`;
  return [
    megabytes < 100 ? wrong('disk-full', disk) : ok('disk', disk),
    await backupFinding(store),
  ];
}

async function backupFinding(store: Store): Promise<Finding> {
  const last = await findTimestamp(store, 'backup');
  if (last === undefined) return warning('no-backup', 'No backup yet: ./lodemark backup FILE');
  const hours = Math.floor((Date.now() - Date.parse(last)) / hour);
  const text = `the last backup is ${hours} hours old`;
  if (hours < backupLateHours) return ok('backup', text);
  return wrong(
    'backup-old',
    `${text}, more than ${backupLateHours}: ./lodemark backup FILE makes one`,
  );
}

/** The findings about the site at SITE_URL, as visitors see it. None if it is not set. */
async function publicSite({ publicUrl: url }: Config): Promise<Finding[]> {
  if (url === undefined) return [];
  try {
    const { status, location, endsAt } = await visit(url);
    return [
      siteFinding(url, status, location),
      ...(endsAt === undefined ? [] : [certificateFinding(endsAt)]),
    ];
  } catch (error) {
    const why = visibleWords(messageOf(error));
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (/CERT|SELF_SIGNED|UNABLE_TO|ERR_TLS|ERR_SSL/.test(code))
      return [wrong('certificate-refused', `browsers refuse the certificate of ${url}: ${why}`)];
    // In some networks, a machine cannot reach its own public address.
    const text = `${url} cannot be reached from here: ${why}. Open it on another device`;
    return [warning('site-unreachable', text)];
  }
}

/** Requests the URL with a limit of ten seconds. Follows no redirects and does not read the body. */
async function visit(url: string) {
  const get = url.startsWith('https:') ? getHttps : getHttp;
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const signal = AbortSignal.timeout(10_000);
    get(url, { agent: false, signal }, resolve).on('error', reject);
  });
  const { statusCode: status = 0, headers, socket } = response;
  const endsAt = socket instanceof TLSSocket ? socket.getPeerCertificate().valid_to : undefined;
  response.destroy();
  return { status, location: headers.location, endsAt };
}

function siteFinding(url: string, status: number, location?: string): Finding {
  if (status >= 500) return wrong('site-fails', `${url} answers ${status}: see the proxy's log`);
  if (location !== undefined)
    return warning(
      'site-redirects',
      `${url} redirects to ${visibleWords(location)}. Set SITE_URL to the final address`,
    );
  if (status !== 200) return warning('site-answers-otherwise', `${url} answers ${status}`);
  return ok('site', `${url} answers`);
}

/** Reports an expiring certificate. A proxy that uses ACME renews it weeks earlier. */
function certificateFinding(endsAt: string): Finding {
  const days = Math.floor((Date.parse(endsAt) - Date.now()) / day);
  const text = `the certificate expires in ${days} days`;
  const renew = `${text} and was not renewed: see the proxy's log`;
  if (days < 3) return wrong('certificate-ends', renew);
  return days < 14 ? warning('certificate-ends', renew) : ok('certificate', text);
}
