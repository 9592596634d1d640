import { brand } from '../../content/brand.ts';
import { provider } from '../../content/provider.ts';
import { isLoopback, isReserved, isSupabase } from './addresses.ts';
import type { Config } from './config.ts';

/** Warnings for the operator, one sentence each: the site works, but it is not ready for visitors. */
type Warnings = Partial<
  Record<
    'address' | 'data interface' | 'misspelled setting' | 'name' | 'legal texts' | 'mail address',
    string
  >
>;

/** The sample name that this project has in content/brand.ts. */
const sampleName = 'Lodemark';

/** The warnings about these settings and the content. `visitorsExpected`: whether other machines use the site. */
export function warningsOf(config: Config, visitorsExpected = expectsVisitors(config)): Warnings {
  const { siteUrl, backendUrl } = config;
  const warnings: Warnings = contentWarnings();
  if (visitorsExpected && isLoopback(new URL(siteUrl).hostname))
    warnings.address = config.publicUrl
      ? `SITE_URL is ${siteUrl}, which only this machine can open: no one else can use its links and share texts`
      : `SITE_URL is not set: links and share texts use ${siteUrl}`;
  const backend = URL.parse(backendUrl);
  const faults: string[] = [];
  if (backend && isSupabase(backend) && !config.publicKeyIsSet)
    faults.push(
      "PUBLIC_KEY is not set: the project refuses every request. Set it to the project's anon or publishable key",
    );
  // https://w3c.github.io/webappsec-mixed-content/#should-block-fetch
  const isPlain = backend?.protocol === 'http:' && !isLoopback(backend.hostname);
  if (siteUrl.startsWith('https:') && isPlain)
    faults.push(
      'SITE_URL is https:// and BACKEND_URL is http://: browsers block such a call, and no request arrives. Give the data interface an https:// address',
    );
  if (faults.length > 0) warnings['data interface'] = faults.join('. ');
  if (config.misspelled.length > 0)
    warnings['misspelled setting'] = config.misspelled.join(' ').replace(/\.$/, '');
  if (config.contactEmail === undefined && isReserved(brand.mail))
    warnings['mail address'] =
      `content/brand.ts has the sample address ${brand.mail}, which receives no email: write yours there, or set CONTACT_EMAIL`;
  return warnings;
}

export function contentWarnings(): Pick<Warnings, 'name' | 'legal texts'> {
  const warnings: Warnings = {};
  if (String(brand.name) === sampleName)
    warnings.name = `content/brand.ts still has the sample's name, ${sampleName}. Write your own name and offer in content/`;
  const missing = missingDetails(provider);
  if (missing.length > 0)
    warnings['legal texts'] =
      `content/provider.ts has no ${missing.join(', ')} yet. The footer and the privacy notice leave them out. Without a legal name, the pages ask search engines not to list the site. Fill them in before you go public`;
  return warnings;
}

function expectsVisitors({ host, trustProxy }: Config): boolean {
  return !isLoopback(host) || trustProxy !== undefined;
}

/** The details in content/provider.ts that every provider must fill in. The others are optional. */
export const neededDetails = ['legalName', 'address', 'storagePeriod'] as const;

/** The names of required details that are empty in at least one language. */
function missingDetails(details: Readonly<Record<(typeof neededDetails)[number], unknown>>) {
  return neededDetails.filter((name) => {
    const text = details[name];
    return text === '' || (typeof text === 'object' && Object.values(text ?? {}).includes(''));
  });
}
