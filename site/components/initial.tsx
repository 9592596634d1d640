import { brand } from '../../content/brand.ts';

/** The brand's letter in the middle of a drawing round 0,0; in the page's own font, which no picture has. */
export function Initial({ size, fill = 'currentColor' }: { size: number; fill?: string }) {
  return (
    <text
      className="token-initial"
      y={size * 0.345}
      fontSize={size}
      textAnchor="middle"
      fill={fill}
    >
      {brand.initial}
    </text>
  );
}
