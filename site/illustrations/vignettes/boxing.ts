import { points, smooth } from '../engraving/curve.ts';
import { area, covering, engrave, type Form } from '../engraving/form.ts';
import { type Placing, place } from '../engraving/place.ts';
import { makePlate } from '../engraving/plate.ts';
import { formula, inflate } from '../engraving/relief.ts';
import { ruleSky } from '../engraving/sky.ts';
import { bow, cords, lacing } from './laces.ts';

/** A pair of laced boxing gloves hung from a nail, engraved. Gives the SVG text. */
export function boxingVignette(): string {
  const plate = makePlate(2);
  const far: Placing = { x: 186, y: 98, turn: 13, scale: 1.02 };
  const near: Placing = { x: 282, y: 100, turn: -10, scale: 1.06, mirror: true };
  const forms = [...glove(far), ...glove(near), ...cords(far), ...cords(near), ...bow()];
  ruleSky(plate, covering(forms));
  engrave(plate, forms);
  return plate.print();
}

/** One glove from the inside of the hand, fist down, thumb to the left; the middle of the cuff's top is at 0, 0. */
function glove(placing: Placing): Form[] {
  const { page, own } = place(placing);
  const shape = (outline: string) => page(smooth(points(outline), true));
  const stroke = (line: string) => page(smooth(points(line), false));
  const across = (bulge: number, lean: number) => (x: number, y: number, h: number) => {
    const [u, v] = own(x, y);
    return (v + lean * u) * placing.scale + bulge * h;
  };

  const body = shape(
    '-30,62 -37,84 -46,112 -58,140 -66,168 -60,196 -38,216 0,222 36,214 62,192 74,160 74,130 64,102 48,80 36,62 0,58',
  );
  const fold = stroke('-62,152 -36,138 0,136 34,142 52,134');
  const thumb = shape(
    '-28,62 -48,80 -67,104 -78,132 -77,156 -66,172 -50,171 -40,156 -33,132 -22,112 -8,92 4,70 -8,56',
  );
  const cuff = page([
    ...smooth(points('-38,4 -37,30 -33,56 -31,76'), false),
    ...smooth(points('-31,76 -14,83 12,84 36,77'), false),
    ...smooth(points('36,77 37,54 40,28 41,4'), false),
    ...smooth(points('41,4 20,11 -16,11 -38,4'), false),
  ]);
  const mouth = shape('-38,3 -18,-4 20,-4 41,3 20,11 -16,11');

  const leather = (_x: number, _y: number, dark: number) => dark * 1.1 + 0.03;
  return [
    {
      ...area(mouth),
      contour: 1,
      hatchings: [{ field: across(0, 0.3), spacing: 3, from: 0, gain: 1 }],
      tone: () => 0.36,
    },
    {
      outline: body,
      relief: inflate(body, 0.85, [{ line: fold, depth: 9, width: 6 }]),
      hatchings: [
        { field: across(-0.55, 0.12), spacing: 4.7, from: 0.14, gain: 0.85 },
        { field: across(0.12, 1.1), spacing: 5, from: 0.66, gain: 0, crossing: true },
      ],
      tone: leather,
      seams: [{ line: fold, width: 2 }],
    },
    {
      outline: thumb,
      relief: inflate(thumb, 0.95),
      hatchings: [
        { field: across(-0.5, -0.45), spacing: 4.7, from: 0.14, gain: 0.85 },
        { field: across(0.12, 1.1), spacing: 5, from: 0.66, gain: 0, crossing: true },
      ],
      tone: leather,
    },
    {
      outline: cuff,
      relief: formula((x, y) => {
        const [u] = own(x, y);
        return Math.sqrt(Math.max(0, 44 ** 2 - u * u)) * placing.scale;
      }),
      hatchings: [{ field: across(-0.28, 0), spacing: 4.4, from: 0.13, gain: 0.7 }],
      seams: [
        {
          line: stroke('-37,16 -16,23 20,23 41,16'),
          width: 1.2,
        },
      ],
    },
    ...lacing(page),
  ];
}
