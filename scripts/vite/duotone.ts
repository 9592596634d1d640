import { createCanvas, type SKRSContext2D } from '@napi-rs/canvas';

/**
 * Prints the picture in two inks on paper, as the engravings beside it are: its darkest hundredth
 * becomes the ink, its lightest the paper, and the tint stands between.
 */
export function duotone(
  context: SKRSContext2D,
  { ink, tint, paper }: Readonly<Record<'ink' | 'tint' | 'paper', string>>,
): void {
  const { width, height } = context.canvas;
  const picture = context.getImageData(0, 0, width, height);
  const { data } = picture;
  const lights = new Uint8Array(width * height).map((_, pixel) => {
    const [red = 0, green = 0, blue = 0] = data.subarray(4 * pixel);
    // Rec. 709.
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  });
  const sorted = lights.toSorted();
  const [darkest = 0, lightest = 255] = [0.01, 0.99].map(
    (share) => sorted[Math.floor(share * sorted.length)],
  );
  const ramp = createCanvas(256, 1).getContext('2d');
  const shades = ramp.createLinearGradient(darkest, 0, lightest, 0);
  for (const [at, colour] of [ink, tint, paper].entries())
    shades.addColorStop([0, 1 / 3, 1][at] ?? 1, colour);
  ramp.fillStyle = shades;
  ramp.fillRect(0, 0, 256, 1);
  const colours = ramp.getImageData(0, 0, 256, 1).data;
  for (const [pixel, light] of lights.entries())
    data.set(colours.subarray(4 * light, 4 * light + 4), 4 * pixel);
  context.putImageData(picture, 0, 0);
}
