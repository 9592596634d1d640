import { brand } from '../../content/brand.ts';
import { social } from '../social.ts';

interface LinkPreviewProps {
  title: string;
  description: string;
  /** The page's absolute address. */
  address: string;
}

/** How a link to the page looks where it is shared (https://ogp.me). */
export function LinkPreview({ title, description, address }: LinkPreviewProps) {
  return (
    <>
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content={brand.name} />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
      <meta property="og:url" content={address} />
      <meta property="og:image" content={new URL(social.path, address).href} />
      <meta property="og:image:width" content={`${social.width}`} />
      <meta property="og:image:height" content={`${social.height}`} />
      <meta property="og:image:alt" content={social.alt} />
      <meta name="twitter:card" content="summary_large_image" />
    </>
  );
}
