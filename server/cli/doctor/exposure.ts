import { statSync } from 'node:fs';
import path from 'node:path';
import { isLoopback } from '../../config/addresses.ts';
import { type Config, root } from '../../config/config.ts';
import { serversOf } from '../../config/postgres-address.ts';
import { type Finding, warning } from './finding.ts';

/** Whether others on this machine or on the way to the database can read what is secret. */
export function exposure({ databaseUrl }: Config): Finding[] {
  const findings: Finding[] = [];
  const mode = statSync(path.join(root, '.env'), { throwIfNoEntry: false })?.mode ?? 0;
  if ((mode & 0o004) !== 0)
    findings.push(warning('.env', 'everybody on this machine can read it: chmod 600 .env'));
  if (databaseUrl !== undefined && !isEncrypted(databaseUrl))
    findings.push(
      warning(
        'encryption',
        'the way to the database may be open to whoever is on it: add sslmode=verify-full and sslrootcert to DATABASE_URL',
      ),
    );
  return findings;
}

/** https://www.postgresql.org/docs/current/libpq-ssl.html#LIBPQ-SSL-PROTECTION: other modes may go without. */
function isEncrypted(databaseUrl: string): boolean {
  return serversOf(databaseUrl).every((server) => {
    const { hostname, searchParams } = new URL(server);
    const host = hostname || searchParams.get('host') || '';
    if (isLoopback(host) || host.startsWith('/')) return true;
    return /^(require|verify-ca|verify-full)$/.test(searchParams.get('sslmode') ?? '');
  });
}
