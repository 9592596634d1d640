import { isForeign, isSupabase } from './backend-url.ts';
import type { Config } from './config.ts';
import { isLoopback } from './loopback.ts';
import { type Placeholder, unfilledContent } from './unfilled.ts';

/** What the operator should know before visitors come, in a sentence: the site works, but not well. */
export interface Warning {
  what: 'address' | 'data interface' | Placeholder['what'];
  text: string;
}

/**
 * What these settings and the content are warned of. `visitorsExpected`: whether others than this
 * machine come; without it the settings are asked.
 */
export function warningsOf(config: Config, visitorsExpected = expectsVisitors(config)): Warning[] {
  return [
    ...(visitorsExpected ? aboutAddress(config) : []),
    ...aboutBackend(config).map((text) => ({ what: 'data interface' as const, text })),
    ...unfilledContent(config),
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
