import { brand } from '../../content/brand.ts';
import { controls } from '../../content/messages.ts';
import { Seal } from '../illustrations/seal.tsx';

/** The brand's mark and name, which lead home. */
export function BrandLink() {
  return (
    <a className="brand" href="/" aria-label={`${brand.name}, ${controls.home}`}>
      <Seal />
      <span>{brand.name}</span>
    </a>
  );
}
