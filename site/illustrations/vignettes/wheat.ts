import { points, smooth } from '../engraving/curve.ts';
import { area, type Form } from '../engraving/form.ts';
import { type Placing, place } from '../engraving/place.ts';

/** An ear of wheat growing up from its foot. */
export function wheatEar(placing: Placing): Form[] {
  const { page } = place(placing);
  const forms: Form[] = [];
  for (let pair = 0; pair < 7; pair += 1) {
    for (const side of pair === 6 ? [0] : [-1, 1]) {
      const small = 1 - pair * 0.05;
      const grain = place({
        x: side * 4.4 * small,
        y: -pair * 10.5 + side * 2,
        turn: side * 24,
        scale: small,
      }).page;
      const at = (text: string) => page(grain(points(text)));
      const husk = smooth(points('0,6 -5.4,-3 -3.6,-13 0,-19 3.8,-13 5.4,-3'), true, 1.5);
      forms.unshift({
        ...area(page(grain(husk))),
        contour: 0.5,
        seams: [
          { line: at('2,2 3,-5 1.4,-14'), width: 2 },
          { line: at(`0,-20 ${side},-32 ${side * 3},-44`), width: 0.55 },
        ],
      });
    }
  }
  return forms;
}
