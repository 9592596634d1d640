import { picturePath } from '../illustrations/pictures.tsx';

/** The four corners of a certificate's frame. The frame's own rules run between them. */
export function Corners() {
  return [1, 2, 3, 4].map((quarter) => (
    <img
      key={quarter}
      className="corner"
      data-quarter={quarter}
      src={picturePath('corner')}
      alt=""
      width="64"
      height="64"
      loading="lazy"
    />
  ));
}
