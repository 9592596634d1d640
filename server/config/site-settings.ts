import { brand } from '../../content/brand.ts';
import type { SiteSettings } from '../../site/site.ts';
import { foreignOrigin } from './backend-url.ts';
import type { Config } from './config.ts';

/** What of the configuration the pages show. */
export function siteSettingsOf(config: Config): Omit<SiteSettings, 'year'> {
  const { siteUrl, contactEmail = brand.mail, publicKey, backendUrl, sendIdempotencyKey } = config;
  return {
    siteUrl,
    contactEmail,
    publicKey,
    backendUrl,
    foreignOrigin: foreignOrigin(backendUrl),
    sendIdempotencyKey,
  };
}
