import { classes } from "@shared/components/classes";
import { Panel } from "@shared/components/Panel";
import { SectionHead } from "@shared/components/SectionHead";
import { Cell, Row, RowHeader, Table } from "@shared/components/Table";
import { formatNumber } from "@shared/format";
import { expectedReturn, formatChance, formatOneIn, formatReturn, type Odds, oddsOf } from "./odds";
import type { Config } from "./queries";
import { TierName } from "./TierName";
import * as css from "./tables.module.css";

const TITLE = "published-odds";
const COLUMNS = [
  "Prize",
  { name: "Coins", className: css.end },
  { name: "Slots", className: classes(css.end, css.wide) },
  { name: "Chance", className: css.end },
  { name: "About", className: classes(css.end, css.wide) },
];

/** Chances of the current wheel. */
export function OddsTable({ config }: { config: Config }) {
  return (
    <section aria-labelledby={TITLE} className={css.section}>
      <SectionHead id={TITLE} title="Published Odds">
        <span className={css.aside}>Odds version {config.wheel_version}</span>
      </SectionHead>
      <Panel as="div">
        <Table className={css.table} columns={COLUMNS} cards={false} aria-labelledby={TITLE}>
          {oddsOf(config).map((odds) => (
            <OddsRow key={`${odds.tier} ${odds.prize}`} odds={odds} />
          ))}
        </Table>
      </Panel>
      <p className={css.returnNote}>
        Average return: <b>{formatReturn(expectedReturn(config))}</b>. Play for fun, not profit.
      </p>
    </section>
  );
}

function OddsRow({ odds: { tier, prize, slots, chance } }: { odds: Odds }) {
  return (
    <Row>
      <RowHeader>
        <TierName tier={tier} />
      </RowHeader>
      <Cell className={css.end}>{formatNumber(prize)}</Cell>
      <Cell className={classes(css.end, css.wide)}>{formatNumber(slots)}</Cell>
      <Cell className={css.won}>{formatChance(chance)}</Cell>
      <Cell className={classes(css.end, css.wide)}>{formatOneIn(chance)}</Cell>
    </Row>
  );
}
