import * as shared from "text:shared";
import { classes } from "@shared/components/classes";
import { EmptyValue } from "@shared/components/EmptyValue";
import { formatTenths } from "@shared/dates";
import { NO_VITAL } from "@shared/missingReasons";
import type { Share } from "./format";
import * as css from "./vitals.module.css";

interface RingProps extends Share {
  name: string;
  tone: "life" | "mana" | "gold";
}

/** A circular gauge, full at 100 % and above; the figures under it are exact. */
export function Ring({ name, tone, percent, figures }: RingProps) {
  const full = percent === null ? null : Math.min(100, Math.max(0, percent));
  return (
    <figure className={classes(css.ring, css[tone])}>
      <div className={css.dial}>
        <svg viewBox="0 0 120 120" aria-hidden="true">
          <circle className={css.groove} cx="60" cy="60" r="50" />
          <circle className={css.fill} cx="60" cy="60" r="50" pathLength="100" strokeDasharray={`${full ?? 0} 100`} />
          <circle className={css.inner} cx="60" cy="60" r="41" />
          <path d="M60 3 64.5 10 60 17 55.5 10Z" />
        </svg>
        <b>{full === null ? <EmptyValue reason={NO_VITAL} /> : <Percent value={full} />}</b>
      </div>
      <figcaption>
        <span>{name}</span>
        {figures ?? shared.notRecorded}
      </figcaption>
    </figure>
  );
}

function Percent({ value }: { value: number }) {
  return (
    <>
      {formatTenths(value)}
      <small>%</small>
    </>
  );
}
