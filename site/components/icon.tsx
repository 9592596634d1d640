import {
  ArrowDown,
  ArrowLeft,
  ArrowUpRight,
  BadgeCent,
  CalendarSync,
  ChartNoAxesCombined,
  CirclePlus,
  Crown,
  Earth,
  Factory,
  FileSearch,
  FileSignature,
  Fingerprint,
  Gem,
  Globe,
  Layers,
  LockKeyhole,
  Menu,
  Network,
  Scale,
  ScrollText,
  Share2,
  Shield,
  Smartphone,
  Sprout,
  Stamp,
  Tags,
  TrendingUp,
  Vault,
  Wallet,
  X,
} from 'lucide';
import { createElement } from 'react';

const icons = {
  'arrow-down': ArrowDown,
  'arrow-left': ArrowLeft,
  'arrow-up-right': ArrowUpRight,
  'badge-cent': BadgeCent,
  'calendar-sync': CalendarSync,
  'chart-no-axes-combined': ChartNoAxesCombined,
  'circle-plus': CirclePlus,
  crown: Crown,
  earth: Earth,
  factory: Factory,
  'file-search': FileSearch,
  'file-signature': FileSignature,
  fingerprint: Fingerprint,
  gem: Gem,
  globe: Globe,
  layers: Layers,
  'lock-keyhole': LockKeyhole,
  menu: Menu,
  network: Network,
  scale: Scale,
  'scroll-text': ScrollText,
  share: Share2,
  shield: Shield,
  smartphone: Smartphone,
  sprout: Sprout,
  stamp: Stamp,
  tags: Tags,
  'trending-up': TrendingUp,
  vault: Vault,
  wallet: Wallet,
  x: X,
} as const;

export type IconName = keyof typeof icons;

/** A decorative icon of 24 units: the words beside it carry the meaning. */
export function Icon({ name }: { name: IconName }) {
  return (
    <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
      {icons[name].map(([tag, attributes], index) =>
        // The parts of an icon never change places.
        createElement(tag, { ...attributes, key: index }),
      )}
    </svg>
  );
}
