import { namedPicture, picturePath } from '../illustrations/pictures.tsx';

/** A picture that a text names, in a card of `certificates`: a drawing, or a photograph under its screen. */
export function Picture({ name, alt }: { name: string; alt: string }) {
  const { src, avif, webp } = namedPicture(name);
  // As wide as cases.css shows it; in a middle window it is as high as its story.
  const sizes = webp && '(min-width: 64em) 27rem, (min-width: 40em) 32rem, 92vw';
  const place = { className: 'vignette', width: '440', height: '400', loading: 'lazy' } as const;
  const image = <img {...place} src={src} srcSet={webp} sizes={sizes} alt={alt} />;
  if (!avif) return image;
  return (
    <>
      <picture>
        <source type="image/avif" srcSet={avif} sizes={sizes} />
        {image}
      </picture>
      <img {...place} className="vignette screen" src={picturePath('screen')} alt="" />
    </>
  );
}
