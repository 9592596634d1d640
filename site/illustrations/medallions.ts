import type { Curve } from './guilloche.ts';

/** One band of a medallion: a curve, and how often it is drawn. */
export interface Band {
  curve: Curve;
  copies: number;
  /** Degrees from one copy to the next; the copies share one petal evenly when left out. */
  step?: number;
  shrink?: number;
  colour: 'ink' | 'tint' | 'accent';
}

/** Line work for the open middle of a frame, of 650 round 0,0: for a story that no engraving fits. */
export const medallions = {
  rosette: [
    { curve: { radius: 500, waves: [{ count: 8, reach: 140 }] }, copies: 24, colour: 'tint' },
    {
      curve: { radius: 330, waves: [{ count: 16, reach: 40 }] },
      copies: 12,
      shrink: 0.93,
      step: 2,
      colour: 'ink',
    },
    { curve: { radius: 96, waves: [{ count: 6, reach: 34 }] }, copies: 8, colour: 'accent' },
  ],
  knot: [
    {
      curve: {
        radius: 430,
        waves: [
          { count: 5, reach: 120 },
          { count: 17, reach: 42 },
          { count: -7, reach: 42 },
        ],
      },
      copies: 24,
      step: 15,
      colour: 'ink',
    },
    { curve: { radius: 590, waves: [{ count: 20, reach: 46 }] }, copies: 8, colour: 'tint' },
    { curve: { radius: 120, waves: [{ count: 10, reach: 30 }] }, copies: 8, colour: 'accent' },
  ],
  wheel: [
    {
      curve: { radius: 520, waves: [{ count: 6, reach: 120, sway: 60 }] },
      copies: 32,
      step: 1.5,
      shrink: 0.972,
      colour: 'ink',
    },
    { curve: { radius: 600, waves: [{ count: 36, reach: 34 }] }, copies: 10, colour: 'tint' },
    { curve: { radius: 130, waves: [{ count: 12, reach: 24 }] }, copies: 8, colour: 'accent' },
  ],
} satisfies Record<string, Band[]>;
