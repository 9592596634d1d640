import { hasBlockedPort } from './addresses.ts';

/** The chats that have a message format here. */
export const chatServices = ['slack', 'teams', 'discord', 'ntfy'] as const;

export type ChatService = (typeof chatServices)[number];

/** The hosts by which a service is known. Teams: the addresses of Power Automate's workflows. */
const hosts: Readonly<Record<ChatService, RegExp>> = {
  slack: /^hooks\.slack(-gov)?\.com$/,
  teams: /\.(logic\.azure\.com|api\.powerplatform\.com)$/,
  discord: /^(\w+\.)?discord(app)?\.com$/,
  ntfy: /^ntfy\.sh$/,
};

/**
 * The service and the address to call that CHAT_URL names: `slack+https://…` says the service, else the
 * host does. Undefined where neither says one, the address holds a user and a password, or its port is blocked.
 */
export function readChatUrl(value: string): { service: ChatService; url: string } | undefined {
  const [, named, url = ''] = /^(?:([a-z]+)\+)?(https?:\/\/.+)$/s.exec(value) ?? [];
  const { hostname } = URL.parse(url) ?? {};
  // fetch takes no user and password in an address.
  if (hostname === undefined || url.includes('@') || hasBlockedPort(url)) return undefined;
  const service = chatServices.find((one) => (named ? one === named : hosts[one].test(hostname)));
  return service && { service, url };
}
