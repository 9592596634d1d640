import type { Config } from '../config/config.ts';
import type { Finding } from './finding.ts';

/** How long the server may take to answer, in milliseconds. */
const patience = 3_000;

/**
 * Whether a server runs where these settings say, and whether it was started with a channel, as
 * they have one: a server reads its settings when it starts.
 */
export async function findRunningServer(
  { host, port }: Config,
  hasChannels: boolean,
): Promise<Finding> {
  const address = addressOf(host, port);
  const what = 'server';
  try {
    const response = await fetch(`${address}/readyz`, { signal: AbortSignal.timeout(patience) });
    const { status, deliveries }: Record<string, unknown> = Object(await response.json());
    if (status !== 'ok') {
      return { what, state: 'wrong', text: `${address} cannot store bookings: its log tells why` };
    }
    if (deliveries === 'none' && hasChannels) {
      const text = `${address} delivers nothing: it was started with other settings. Restart it`;
      return { what, state: 'wrong', text };
    }
    return { what, state: 'ok', text: `answers at ${address}` };
  } catch {
    const text = `nothing answers at ${address}: is it running, with the same HOST and PORT?`;
    return { what, state: 'warning', text };
  }
}

/** Where a server that listens everywhere, or on a name, is reached from this machine. */
function addressOf(host: string, port: number): string {
  const reached = host === '0.0.0.0' || host === '::' ? 'localhost' : host;
  return `http://${reached.includes(':') ? `[${reached}]` : reached}:${port}`;
}
