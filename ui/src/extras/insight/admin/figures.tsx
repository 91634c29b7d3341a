import * as text from "text:adminInsight";
import type { Body } from "@admin/api/useAdmin";
import { money } from "@admin/overview/money";
import * as typography from "@admin/parts/typography.module.css";

import { classes } from "@shared/components/classes";
import { LANGUAGE } from "@shared/format";
import { hidden } from "@shared/styles/utility.module.css";
import type { CSSProperties } from "react";
import * as css from "./figures.module.css";

export type Week = Body<"WeekCohort">;
export type Source = Body<"SourceCohort">;
export type Revenue = Body<"CohortRevenue">;
type Figure = Body<"RetentionFigure">;

const STEPS = 9;
const percent = new Intl.NumberFormat(LANGUAGE, { style: "percent", maximumFractionDigits: 0 });

export const share = (part: number, total: number): string => (total === 0 ? "–" : percent.format(part / total));

/** The share of accounts that are retained at a day; marked while the day is not over for all of them. */
export function RetentionShare({ figure }: { figure: Figure | undefined }) {
  if (!figure?.accounts) return <span className={typography.muted}>{figure?.complete ? "–" : text.notYet}</span>;
  const { played, accounts, complete } = figure;
  const step = Math.round((played / accounts) * STEPS);
  return (
    <span
      className={classes(css.heat, !complete && css.incomplete)}
      style={{ "--step": step } as CSSProperties}
      title={text.playedOf({ played: String(played), accounts: String(accounts) })}
    >
      {share(played, accounts)}
      {!complete && <span aria-hidden="true"> *</span>}
      {!complete && <span className={hidden}>{text.notComplete}</span>}
    </span>
  );
}

/** Payments less what came back. */
export const netRevenue = ({ gross, returned, currency }: Revenue): string => money(gross - returned, currency);

export const perBuyer = ({ gross, returned, currency, buyers }: Revenue): string =>
  buyers === 0 ? "–" : money(Math.round((gross - returned) / buyers), currency);
