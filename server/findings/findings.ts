import { isLoopback } from '../config/addresses.ts';
import type { Config } from '../config/config.ts';
import { alertsWarning, warningsOf } from '../config/warnings.ts';
import type { Channel } from '../delivery/channel.ts';
import { channelsOf, setChannel } from '../delivery/channels.ts';
import { remindersWarning } from '../inbox/reminders.ts';
import { messageOf, type Store } from '../store/store.ts';
import { type Finding, ok, warning, wrong } from './finding.ts';
import { publicSite } from './public-site.ts';
import { storeFindings } from './store.ts';

/**
 * All that an operator should know of an installation, for `doctor` and the alarms. Never throws.
 * `inStore` calls its argument with the open store, or rejects when no store can be opened.
 */
export async function findingsOf(
  config: Config,
  inStore: (work: (store: Store) => Promise<Finding[]>) => Promise<Finding[]>,
): Promise<Finding[]> {
  const channels = channelsOf(config);
  const found = inStore((store) => storeFindings(config, channels, store));
  return [
    ...settings(config, channels),
    ...(await found.catch((error) => [wrong('database-unusable', messageOf(error))])),
    ...(await publicSite(config)),
  ];
}

function settings(config: Config, channels: readonly Channel[]): Finding[] {
  const missing = {
    'no-channel': channels.length > 0 ? undefined : `Nobody is notified of bookings: ${setChannel}`,
    'no-alarms': alertsWarning(config),
    'no-reminders': remindersWarning(config),
    // Unlike the start, doctor expects visitors.
    ...warningsOf(config, true),
  };
  return [
    ok('settings', 'all settings can be used'),
    ...channels.map(({ name, target }) =>
      target.startsWith('http://') && !isLoopback(new URL(target).hostname)
        ? warning('channel-unencrypted', `${name} goes to ${target} without encryption`)
        : ok('channel', `${name} goes to ${target}`),
    ),
    ...Object.entries(missing).flatMap(([what, text]) =>
      text === undefined ? [] : [warning(what.replaceAll(' ', '-'), text)],
    ),
  ];
}
