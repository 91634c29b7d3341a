import type { ImgHTMLAttributes } from "react";

/** Value of `import picture from "art:<name>"`: AVIF in several widths and one WebP. */
export interface Source {
  avif: string;
  src: string;
  width: number;
  height: number;
}

interface PictureProps extends Omit<ImgHTMLAttributes<HTMLImageElement>, "src" | "srcSet" | "sizes" | "alt"> {
  source: Source;
  /** The `sizes` attribute. */
  sizes: string;
  alt?: string;
}

/** A responsive picture; decorative without an alt text. */
export function Picture({ source, sizes, alt = "", ...rest }: PictureProps) {
  return (
    <picture>
      <source type="image/avif" srcSet={source.avif} sizes={sizes} />
      <img src={source.src} alt={alt} width={source.width} height={source.height} {...rest} />
    </picture>
  );
}
