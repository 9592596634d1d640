import { brand } from '../../content/brand.ts';
import { provider } from '../../content/provider.ts';
import { isForeign, isLoopback, isReserved, isSupabase } from './addresses.ts';
import type { Config } from './config.ts';
import { missingDetails } from './missing-details.ts';

/** What the operator should know before visitors come, in a sentence: the site works, but not well. */
export interface Warning {
  what: 'address' | 'data interface' | 'name' | 'legal texts' | 'mail address';
  text: string;
}

/** The name in content/brand.ts as this project ships it. */
const sampleName = 'Lodemark';

/**
 * The warnings about these settings and the content. `visitorsExpected`: whether others than this
 * machine come; by default the settings decide.
 */
export function warningsOf(config: Config, visitorsExpected = expectsVisitors(config)): Warning[] {
  return [
    ...(visitorsExpected ? aboutAddress(config) : []),
    ...aboutBackend(config).map((text) => ({ what: 'data interface' as const, text })),
    ...aboutContent(config),
  ];
}

/** Listens for others, or names a proxy that does. */
function expectsVisitors({ host, trustProxy }: Config): boolean {
  return !isLoopback(host) || trustProxy !== undefined;
}

function aboutAddress({ siteUrl, siteUrlIsSet }: Config): Warning[] {
  if (!isLoopback(new URL(siteUrl).hostname)) return [];
  const text = siteUrlIsSet
    ? `SITE_URL is ${siteUrl}, this machine alone: links and share texts lead others nowhere`
    : `SITE_URL is not set: links and share texts say ${siteUrl}`;
  return [{ what: 'address', text }];
}

function aboutBackend({ backendUrl, siteUrl, publicKeyIsSet }: Config): string[] {
  if (!isForeign(backendUrl)) return [];
  const backend = new URL(backendUrl);
  const warnings: string[] = [];
  // https://w3c.github.io/webappsec-mixed-content/#should-block-fetch
  if (siteUrl.startsWith('https:') && backend.protocol === 'http:' && !isLoopback(backend.hostname))
    warnings.push(
      'SITE_URL is https:// and BACKEND_URL is http://: browsers block such a call, and no booking arrives. Give the data interface an https:// address',
    );
  if (isSupabase(backend) && !publicKeyIsSet)
    warnings.push(
      "PUBLIC_KEY is not set: the project refuses every booking. Set it to the project's anon or publishable key",
    );
  return warnings;
}

function aboutContent({ contactEmail }: Config): Warning[] {
  const warnings: Warning[] = [];
  if (String(brand.name) === sampleName) {
    const text = `content/brand.ts still has the name ${sampleName}: the site is a sample until name and offer in content/ are yours`;
    warnings.push({ what: 'name', text });
  }
  const missing = missingDetails(provider);
  if (missing.length > 0) {
    const text = `content/provider.ts has no ${missing.join(', ')} yet: footer and privacy notice leave out what needs them. Write them before you go public`;
    warnings.push({ what: 'legal texts', text });
  }
  if (contactEmail === undefined && isReserved(brand.mail)) {
    const text = `content/brand.ts still has the mail address ${brand.mail}, where no mail arrives: write yours there, or set CONTACT_EMAIL`;
    warnings.push({ what: 'mail address', text });
  }
  return warnings;
}
