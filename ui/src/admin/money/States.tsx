import * as text from "text:adminMoney";
import { classes } from "@shared/components/classes";
import { Panel } from "@shared/components/Panel";
import { Link } from "react-router-dom";
import type { Body } from "../api/useAdmin";
import { moneyList } from "../overview/money";
import * as figures from "../parts/figures.module.css";
import * as panel from "../parts/panel.module.css";
import { useFilters } from "../parts/useFilters";
import { count } from "../players/format";

const ORDER = ["completed", "pending", "failed", "refunded", "mismatched", "disputed"] as const;

/** Donations by state; each figure filters the rows below. The figure of the filter in use leads back to all. */
export function States({ states }: { states: readonly Body<"StateFigure">[] }) {
  const { filters, withChanges } = useFilters();
  const selectedState = filters.get("status");
  return (
    <Panel as="nav" className={classes(panel.panel, figures.figures)} aria-label={text.byState}>
      {ORDER.map((state) => {
        const rows = states.filter((row) => row.state === state);
        const isChosen = selectedState === state;
        return (
          <Link
            key={state}
            className={classes(figures.figure, isChosen && figures.on)}
            aria-current={isChosen ? "true" : undefined}
            to={withChanges({ status: isChosen ? "" : state })}
            preventScrollReset
          >
            <span>{text.states[state]}</span>
            <b>{count(rows.reduce((sum, { donations }) => sum + donations, 0))}</b>
            <small>{moneyList(rows)}</small>
          </Link>
        );
      })}
    </Panel>
  );
}
