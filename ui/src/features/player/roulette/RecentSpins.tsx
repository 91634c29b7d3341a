import { Button } from "@shared/components/Button";
import { Panel } from "@shared/components/Panel";
import { SectionHead } from "@shared/components/SectionHead";
import { VisuallyHidden } from "@shared/components/VisuallyHidden";
import { formatNumber } from "@shared/format";
import { formatMoment, formatSeen } from "../format";
import type { History, Spin } from "./reads";
import { TierName } from "./TierName";
import * as css from "./tables.module.css";

const SHOWN = 5;
const TITLE = "recent-spins";

/** The last five, each of which can be checked. */
export function RecentSpins({ history, onCheck }: { history: History; onCheck: (spin: Spin) => void }) {
  const spins = history.spins.slice(0, SHOWN);
  return (
    <section aria-labelledby={TITLE} className={css.part}>
      <SectionHead id={TITLE} title="Recent Spins" />
      <Panel as="div">
        <table className={css.table} aria-labelledby={TITLE}>
          <thead>
            <tr>
              <th scope="col">Prize</th>
              <th scope="col" className={css.end}>
                Coins
              </th>
              <th scope="col" className={css.when}>
                Time
              </th>
              <th scope="col" className={css.end}>
                <VisuallyHidden>Check</VisuallyHidden>
              </th>
            </tr>
          </thead>
          <tbody>
            {spins.map((spin) => (
              <Row key={spin.id} spin={spin} onCheck={() => onCheck(spin)} />
            ))}
          </tbody>
        </table>
        {spins.length === 0 && <p className={css.none}>No spins yet. Your last five will stand here.</p>}
      </Panel>
    </section>
  );
}

function Row({ spin, onCheck }: { spin: Spin; onCheck: () => void }) {
  const [at, now] = [new Date(spin.timestamp), new Date()];
  return (
    <tr>
      <th scope="row">
        <TierName tier={spin.prize_tier} />
      </th>
      <td className={css.won}>+{formatNumber(spin.prize_won)}</td>
      <td className={css.when}>
        <time dateTime={spin.timestamp} title={formatMoment(at, now)}>
          {formatSeen(at, now)}
        </time>
      </td>
      <td className={css.check}>
        <Button look="ghost" aria-label={`Check spin ${spin.id}`} onClick={onCheck}>
          Check
        </Button>
      </td>
    </tr>
  );
}
