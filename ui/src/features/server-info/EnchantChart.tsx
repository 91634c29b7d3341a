import * as game from "text:game";
import * as text from "text:serverInfo";
import * as shared from "text:shared";
import { classes } from "@shared/components/classes";
import { Panel } from "@shared/components/Panel";
import { FoldedTable } from "@shared/components/Table";
import { useContent } from "@shared/content";
import type { EnchantGoal } from "./EnchantCalculator";
import * as css from "./enchant.module.css";

const GRID = ["100%", "75%", "50%", "25%", "0"];

/** Bars as tall as the chance: green while safe, then from blue to red. The levels of the goal are marked. */
export function EnchantChart({ goal }: { goal: EnchantGoal | null }) {
  const { enchant, rates } = useContent("info");
  const safe = Array.from({ length: Number(rates.safe_enchant) }, (_, index) => `+${index + 1}`);
  const isChosen = (level: string) => goal !== null && Number(level) > goal.from && Number(level) <= goal.to;
  const [first, last] = [enchant[0], enchant.at(-1)];
  return (
    <Panel padded className={css.panel} aria-labelledby="enchant">
      <div className={css.head}>
        <h2 id="enchant">{text.enchantSuccess}</h2>
        <p>
          <span className={css.safeKey}>{text.safe}</span>
          <span className={css.riskKey}>{text.atRisk}</span>
        </p>
      </div>
      <div
        className={css.chart}
        role="img"
        aria-label={text.enchantChart({
          firstRate: first?.rate ?? "",
          firstLevel: first?.level ?? "",
          lastRate: last?.rate ?? "",
          lastLevel: last?.level ?? "",
        })}
      >
        <ol className={css.grid}>
          {GRID.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ol>
        <ol className={css.bars}>
          {safe.map((level) => (
            <Blade key={level} level={level} rate="100%" isSafe isChosen={isChosen(level)} />
          ))}
          {enchant.map(({ level, rate }, index) => (
            <Blade key={level} level={level} rate={rate} danger={index / enchant.length} isChosen={isChosen(level)} />
          ))}
        </ol>
      </div>
      <FoldedTable
        label={text.enchantSuccess}
        summary={shared.showTable}
        columns={[game.level, text.rate]}
        rows={enchant.map(({ level, rate }) => [level, rate])}
      />
    </Panel>
  );
}

interface BladeProps {
  level: string;
  rate: string;
  isSafe?: boolean;
  isChosen: boolean;
  /** From 0, blue, to 1, red. */
  danger?: number;
}

function Blade({ level, rate, isSafe = false, isChosen, danger = 0 }: BladeProps) {
  // A percentage in an attribute: a style attribute would break the content security policy.
  return (
    <li className={classes(isSafe && css.safe, isChosen && css.chosen)}>
      <div className={css.blade}>
        {!isSafe && <b>{rate}</b>}
        <svg width={rate} height={rate} aria-hidden="true">
          <rect width="100%" height="100%" />
          {!isSafe && <rect width="100%" height="100%" className={css.danger} opacity={danger} />}
          <rect className={css.lit} />
        </svg>
      </div>
      <span>{level}</span>
    </li>
  );
}
