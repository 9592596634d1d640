import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll } from 'vitest';
import { temporaryFolder } from './database.ts';

/** The key and certificate of a TLS server. */
export interface ServerCertificate {
  key: Buffer;
  cert: Buffer;
}

/** Starts a private certificate authority for all tests of a file. Its certificate is in `file`. */
export async function startAuthority() {
  const folder = await temporaryFolder(afterAll);
  const file = (name: string) => path.join(folder, name);
  const read = (name: string): ServerCertificate => ({
    key: readFileSync(file(`${name}.key`)),
    cert: readFileSync(file(`${name}.pem`)),
  });
  const openssl = (...args: string[]) =>
    execFileSync('openssl', args, { cwd: folder, stdio: 'pipe' });
  const request = (name: string, names: string, ...more: string[]) =>
    openssl(
      ...'req -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes'.split(' '),
      ...['-keyout', `${name}.key`, '-subj', `/CN=${name}`],
      ...['-addext', `subjectAltName=${names}`, ...more],
    );
  const selfSigned = (name: string, names: string) => {
    request(name, names, '-x509', '-out', `${name}.pem`);
    return read(name);
  };
  selfSigned('authority', 'DNS:authority.test');
  return {
    file: file('authority.pem'),
    /** `names` as openssl writes them: `DNS:mail.test,IP:127.0.0.1`. */
    selfSigned,
    issue(name: string, names: string, days = 1): ServerCertificate {
      request(name, names, '-out', `${name}.csr`);
      const issuer = ['-CA', 'authority.pem', '-CAkey', 'authority.key', '-days', String(days)];
      const files = ['-in', `${name}.csr`, '-out', `${name}.pem`];
      openssl('x509', '-req', '-copy_extensions', 'copy', ...files, ...issuer);
      return read(name);
    },
  };
}
