import { classes } from "@shared/components/classes";
import { Panel } from "@shared/components/Panel";
import { SectionHead } from "@shared/components/SectionHead";
import { formatNumber } from "@shared/format";
import { formatChance, formatOneIn, formatReturned, type Odds, oddsOf, returned } from "./odds";
import type { Config } from "./reads";
import { TierName } from "./TierName";
import * as css from "./tables.module.css";

const TITLE = "published-odds";

/** The chances by which the service draws. */
export function OddsTable({ config }: { config: Config }) {
  return (
    <section aria-labelledby={TITLE} className={css.part}>
      <SectionHead id={TITLE} title="Published Odds">
        <span className={css.aside}>wheel {config.wheel_version}</span>
      </SectionHead>
      <Panel as="div">
        <table className={css.table} aria-labelledby={TITLE}>
          <thead>
            <tr>
              <th scope="col">Prize</th>
              <th scope="col" className={css.end}>
                Coins
              </th>
              <th scope="col" className={classes(css.end, css.wide)}>
                Slots
              </th>
              <th scope="col" className={css.end}>
                Chance
              </th>
              <th scope="col" className={classes(css.end, css.wide)}>
                About
              </th>
            </tr>
          </thead>
          <tbody>
            {oddsOf(config).map((odds) => (
              <Row key={`${odds.tier} ${odds.prize}`} odds={odds} />
            ))}
          </tbody>
        </table>
      </Panel>
      <p className={css.back}>
        Over very many spins, 100 coins come back as <b>{formatReturned(returned(config))}</b>. The wheel is for fun,
        not for profit.
      </p>
    </section>
  );
}

function Row({ odds: { tier, prize, slots, chance } }: { odds: Odds }) {
  return (
    <tr>
      <th scope="row">
        <TierName tier={tier} />
      </th>
      <td className={css.end}>{formatNumber(prize)}</td>
      <td className={classes(css.end, css.wide)}>{formatNumber(slots)}</td>
      <td className={css.won}>{formatChance(chance)}</td>
      <td className={classes(css.end, css.wide)}>{formatOneIn(chance)}</td>
    </tr>
  );
}
