import * as text from "text:movement";
import { formatNumber } from "../format";
import { classes } from "./classes";
import * as css from "./movement.module.css";
import { VisuallyHidden } from "./VisuallyHidden";

interface Props {
  /** Places gained; null: unknown, or not ranked at the start. */
  change: number | null | undefined;
  /** Time of the change: "today". */
  period?: string;
  /** Shows an unknown change as that of a newcomer. */
  marksNew?: boolean;
}

/** A triangle and the places gained or lost. */
export function Movement({ change, period, marksNew }: Props) {
  if (change == null && !marksNew) return null;
  const [look, visibleText, spokenText] = describeChange(change);
  const suffix = period && ` ${period}`;
  return (
    <span className={classes(css.movement, look)}>
      <span aria-hidden="true">
        {visibleText}
        {visibleText && suffix}
      </span>
      <VisuallyHidden>
        {" "}
        {spokenText}
        {suffix}
      </VisuallyHidden>
    </span>
  );
}

interface Changes {
  rank_change_day?: number | null;
  rank_change_week?: number | null;
}

/** The movement since yesterday, and a week's where it is another one. */
export function Movements({ place: { rank_change_day: day, rank_change_week: week } }: { place: Changes }) {
  return (
    <>
      <Movement change={day} period={text.today} /> {week !== day && <Movement change={week} period={text.week} />}
    </>
  );
}

function describeChange(change: number | null | undefined): [string | undefined, string, string] {
  if (change == null) return [css.new, text.newcomer, text.newcomer];
  const total = formatNumber(Math.abs(change));
  if (change > 0) return [css.up, total, text.up({ total })];
  if (change < 0) return [css.down, total, text.down({ total })];
  return [undefined, "", text.unchanged];
}
