import { isForeign, isSupabase } from './backend-url.ts';
import type { Config } from './config.ts';
import { isLoopback } from './loopback.ts';
import { placeholdersLeft } from './placeholders.ts';

/** What the operator should know before visitors come, a sentence each: the site works, but not well. */
export function warningsOf(config: Config): string[] {
  return [
    ...aboutSiteUrl(config),
    ...aboutBackend(config),
    ...placeholdersLeft(config).map(({ text }) => text),
  ];
}

function aboutSiteUrl({ siteUrl, siteUrlIsSet, host }: Config): string[] {
  if (siteUrlIsSet || isLoopback(host)) return [];
  return [`SITE_URL is not set: links and share texts say ${siteUrl}`];
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
