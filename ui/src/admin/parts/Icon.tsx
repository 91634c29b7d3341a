import { ICONS } from "./icons";

export type IconName = keyof typeof ICONS;

/** A decorative icon; the text beside it carries the meaning. */
export function Icon({ name, small = false }: { name: IconName; small?: boolean }) {
  return (
    <svg className={small ? "ico xs" : "ico"} viewBox="0 0 24 24" aria-hidden="true">
      <path d={ICONS[name]} />
    </svg>
  );
}
