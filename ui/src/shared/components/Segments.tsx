import { useId } from "react";
import { useLocation, useSearchParams } from "react-router-dom";
import { formatNumber } from "../format";
import { chip } from "./chip.module.css";
import { Link } from "./Link";
import * as css from "./segments.module.css";

interface Segment {
  id: string;
  label: string;
  count?: number;
}

interface SegmentsProps {
  label: string;
  /** Name of the parameter in the address; `all` is its default. */
  name: string;
  segments: readonly Segment[];
  current: string;
}

/** A choice kept in the address. */
export function Segments({ label, name, segments, current }: SegmentsProps) {
  const id = useId();
  const { pathname } = useLocation();
  const [query] = useSearchParams();
  const search = (segmentId: string) => {
    const next = new URLSearchParams(query);
    if (segmentId === "all") next.delete(name);
    else next.set(name, segmentId);
    return `?${next}`;
  };
  return (
    <nav className={css.segments} aria-labelledby={id}>
      <span id={id}>{label}</span>
      <ul>
        {segments.map((segment) => (
          <li key={segment.id}>
            <Link
              className={chip}
              to={{ pathname, search: search(segment.id) }}
              aria-current={segment.id === current ? "true" : undefined}
            >
              {segment.label}
              {segment.count !== undefined && <small>{formatNumber(segment.count)}</small>}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
