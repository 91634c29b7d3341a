import type { ImgHTMLAttributes } from "react";

/** What `import picture from "art:<name>"` gives: one drawing, AVIF in several widths and a WebP for browsers that lack it. */
export interface Source {
  avif: string;
  src: string;
  width: number;
  height: number;
}

interface PictureProps extends Omit<ImgHTMLAttributes<HTMLImageElement>, "src" | "srcSet" | "sizes" | "alt"> {
  source: Source;
  /** How wide it will stand, as the browser asks to choose a file. */
  sizes: string;
  alt?: string;
}

/** A drawn scene; decorative unless it has an alt text. */
export function Picture({ source, sizes, alt = "", ...rest }: PictureProps) {
  return (
    <picture>
      <source type="image/avif" srcSet={source.avif} sizes={sizes} />
      <img src={source.src} alt={alt} width={source.width} height={source.height} {...rest} />
    </picture>
  );
}
