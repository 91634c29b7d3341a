import * as text from "text:reports";
import { Disclosure } from "@shared/components/Disclosure";
import { LocalTime } from "@shared/components/LocalTime";
import { Panel } from "@shared/components/Panel";
import { Cell, Row, RowHeader, Table } from "@shared/components/Table";
import { formatHour, formatNumber } from "@shared/format";
import type { SiegeAnswer } from "./answers";
import * as barCss from "./bars.module.css";
import * as css from "./reports.module.css";

const HEIGHT = 180;

/** PvP kills by quarter of an hour and side. */
export function Quarters({ report: { quarters, ended_at } }: { report: SiegeAnswer }) {
  if (!quarters) return null;
  const max = Math.max(1, ...quarters.map((row) => row.attackers + row.defenders));
  const heightOf = (kills: number) => (kills / max) * HEIGHT;
  return (
    <Panel padded aria-labelledby="quarters">
      <div className={barCss.head}>
        <h2 id="quarters" className={css.title}>
          {text.quarters}
        </h2>
        <p>
          <span className={barCss.legend} data-tone="ember">
            {text.attackers}
          </span>{" "}
          <span className={barCss.legend} data-tone="blue">
            {text.defenders}
          </span>
        </p>
      </div>
      {quarters.length === 0 ? (
        <p className={css.note}>{ended_at ? text.noKills : text.knownDelay}</p>
      ) : (
        <>
          <ol className={barCss.bars} aria-hidden="true">
            {quarters.map(({ at, attackers, defenders }) => (
              <li key={at}>
                <b>{formatNumber(attackers + defenders)}</b>
                <svg height={heightOf(attackers)} data-tone="ember" />
                <svg height={heightOf(defenders)} data-tone="blue" />
                <LocalTime at={at} format={formatHour} />
              </li>
            ))}
          </ol>
          <Disclosure summary={text.asTable}>
            <Table
              cards={false}
              caption={text.quarters}
              columns={[
                text.quarter,
                { name: text.attackers, className: css.end },
                { name: text.defenders, className: css.end },
              ]}
            >
              {quarters.map(({ at, attackers, defenders }) => (
                <Row key={at}>
                  <RowHeader>
                    <LocalTime at={at} format={formatHour} />
                  </RowHeader>
                  <Cell className={css.end}>{formatNumber(attackers)}</Cell>
                  <Cell className={css.end}>{formatNumber(defenders)}</Cell>
                </Row>
              ))}
            </Table>
          </Disclosure>
        </>
      )}
    </Panel>
  );
}
