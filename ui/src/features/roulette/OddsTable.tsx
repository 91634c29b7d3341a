import * as text from "text:roulette";
import * as shared from "text:shared";
import { Panel } from "@shared/components/Panel";
import { SectionHead } from "@shared/components/SectionHead";
import { type Column, Table } from "@shared/components/Table";
import { formatNumber } from "@shared/format";
import { expectedReturn, formatChance, formatOneIn, formatReturn, type Odds, oddsOf } from "./odds";
import type { Config } from "./queries";
import { TierName } from "./TierName";
import * as css from "./tables.module.css";

const TITLE = "published-odds";
const COLUMNS: readonly Column<Odds>[] = [
  { name: shared.prize, show: ({ tier }) => <TierName tier={tier} /> },
  { name: shared.coins, end: true, show: ({ prize }) => formatNumber(prize) },
  { name: text.columns.slots, end: true, className: css.wide, show: ({ slots }) => formatNumber(slots) },
  { name: text.columns.chance, end: true, className: css.won, show: ({ chance }) => formatChance(chance) },
  { name: text.columns.about, end: true, className: css.wide, show: ({ chance }) => formatOneIn(chance) },
];

/** Chances of the current wheel. */
export function OddsTable({ config }: { config: Config }) {
  return (
    <section aria-labelledby={TITLE} className={css.section}>
      <SectionHead id={TITLE} title={text.odds}>
        <span className={css.aside}>{text.oddsVersion({ version: String(config.wheel_version) })}</span>
      </SectionHead>
      <Panel as="div">
        <Table
          className={css.table}
          columns={COLUMNS}
          rows={oddsOf(config)}
          keyOf={({ tier, prize }) => `${tier} ${prize}`}
          cards={false}
          aria-labelledby={TITLE}
        />
      </Panel>
      <p className={css.returnNote}>
        {text.averageReturn({
          percent: formatReturn(expectedReturn(config)),
          b: (children) => <b>{children}</b>,
        })}
      </p>
    </section>
  );
}
