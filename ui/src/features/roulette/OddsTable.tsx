import * as text from "text:roulette";
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
  text.columns.prize,
  { name: text.columns.coins, className: css.end },
  { name: text.columns.slots, className: classes(css.end, css.wide) },
  { name: text.columns.chance, className: css.end },
  { name: text.columns.about, className: classes(css.end, css.wide) },
];

/** Chances of the current wheel. */
export function OddsTable({ config }: { config: Config }) {
  return (
    <section aria-labelledby={TITLE} className={css.section}>
      <SectionHead id={TITLE} title={text.odds}>
        <span className={css.aside}>{text.oddsVersion({ version: String(config.wheel_version) })}</span>
      </SectionHead>
      <Panel as="div">
        <Table className={css.table} columns={COLUMNS} cards={false} aria-labelledby={TITLE}>
          {oddsOf(config).map((odds) => (
            <OddsRow key={`${odds.tier} ${odds.prize}`} odds={odds} />
          ))}
        </Table>
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
