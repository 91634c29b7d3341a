import * as game from "text:game";
import * as text from "text:reports";
import { LocalTime } from "@shared/components/LocalTime";
import { Panel } from "@shared/components/Panel";
import { FoldedTable } from "@shared/components/Table";
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
            {game.attackers}
          </span>{" "}
          <span className={barCss.legend} data-tone="blue">
            {game.defenders}
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
          <FoldedTable
            label={text.quarters}
            columns={[text.quarter, game.attackers, game.defenders]}
            rows={quarters.map(({ at, attackers, defenders }) => [
              <LocalTime key={at} at={at} format={formatHour} />,
              formatNumber(attackers),
              formatNumber(defenders),
            ])}
          />
        </>
      )}
    </Panel>
  );
}
