import { Link } from "@shared/components/Link";
import * as css from "./segment-links.module.css";

interface SegmentLinksProps {
  label: string;
  /** Said before the choices; by default the label is for screen readers alone. */
  caption?: string;
  /** Name by value. */
  choices: Readonly<Record<string, string>>;
  current: string;
  /** Query string of a choice. */
  search: (value: string) => string;
}

/** A choice of few, kept in the address. */
export function SegmentLinks({ label, caption, choices, current, search }: SegmentLinksProps) {
  return (
    <nav className={css.segments} aria-label={label}>
      {caption && <span aria-hidden="true">{caption}</span>}
      <ul>
        {Object.entries(choices).map(([value, name]) => (
          <li key={value}>
            <Link to={{ search: search(value) }} aria-current={value === current ? "true" : undefined}>
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
