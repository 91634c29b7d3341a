import { enchant, rates } from "@content/server-info.json";
import { classes } from "@shared/components/classes";
import { Disclosure } from "@shared/components/Disclosure";
import { Panel } from "@shared/components/Panel";
import * as css from "./enchant.module.css";

const GRID = ["100%", "75%", "50%", "25%", "0"];
const SAFE = Array.from({ length: Number(rates.safe_enchant) }, (_, index) => `+${index + 1}`);

/** Bars as tall as the chance: green while safe, then from blue to red. */
export function EnchantChart() {
  const [first, last] = [enchant[0], enchant.at(-1)];
  return (
    <Panel padded className={css.panel} aria-labelledby="enchant">
      <div className={css.head}>
        <h2 id="enchant">Enchant success</h2>
        <p>
          <span className={css.safeKey}>Safe</span>
          <span className={css.riskKey}>At risk</span>
        </p>
      </div>
      <div
        className={css.chart}
        role="img"
        aria-label={`Chance of success by enchant level, from ${first?.rate} at ${first?.level} down to ${last?.rate} at ${last?.level}. The table below lists each.`}
      >
        <ol className={css.grid}>
          {GRID.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ol>
        <ol className={css.bars}>
          {SAFE.map((level) => (
            <Blade key={level} level={level} rate="100%" safe />
          ))}
          {enchant.map(({ level, rate }, index) => (
            <Blade key={level} level={level} rate={rate} danger={index / (enchant.length - 1)} />
          ))}
        </ol>
      </div>
      <Disclosure summary="Show as a table">
        <table className={css.table}>
          <thead>
            <tr>
              <th scope="col">Level</th>
              <th scope="col">Rate</th>
            </tr>
          </thead>
          <tbody>
            {enchant.map(({ level, rate }) => (
              <tr key={level}>
                <th scope="row">{level}</th>
                <td>{rate}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Disclosure>
    </Panel>
  );
}

interface BladeProps {
  level: string;
  rate: string;
  safe?: boolean;
  /** From 0, blue, to 1, red. */
  danger?: number;
}

function Blade({ level, rate, safe = false, danger = 0 }: BladeProps) {
  // A percentage in an attribute: a style attribute would break the content security policy.
  return (
    <li className={classes(safe && css.safe)}>
      <div className={css.blade}>
        {!safe && <b>{rate}</b>}
        <svg width={rate} height={rate} aria-hidden="true">
          <rect width="100%" height="100%" />
          {!safe && <rect width="100%" height="100%" className={css.danger} opacity={danger} />}
          <rect className={css.lit} />
        </svg>
      </div>
      <span>{level}</span>
    </li>
  );
}
