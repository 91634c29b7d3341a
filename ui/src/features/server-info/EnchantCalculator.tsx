import * as text from "text:serverInfo";
import { Panel } from "@shared/components/Panel";
import { formatNumber } from "@shared/format";
import { useId } from "react";
import * as css from "./enchant-calculator.module.css";
import { type EnchantRules, enchantOdds, type Failure } from "./enchantOdds";
import { formatChance, formatMean } from "./figures";

export interface EnchantGoal {
  from: number;
  to: number;
  failure: Failure;
}

interface CalculatorProps {
  rules: EnchantRules;
  goal: EnchantGoal;
  onGoal: (goal: EnchantGoal) => void;
}

/** Chance and mean cost of a chosen enchant. */
export function EnchantCalculator({ rules, goal, onGoal }: CalculatorProps) {
  const { from, to, failure } = goal;
  return (
    <Panel padded className={css.calculator} aria-labelledby="calculator">
      <div>
        <h2 id="calculator">{text.calculator}</h2>
        <Level
          label={text.fromLevel}
          value={from}
          max={rules.max - 1}
          onChange={(value) => onGoal({ ...goal, from: value, to: Math.max(to, value + 1) })}
        />
        <Level
          label={text.toLevel}
          value={to}
          min={1}
          max={rules.max}
          onChange={(value) => onGoal({ ...goal, to: value, from: Math.min(from, value - 1) })}
        />
        <fieldset className={css.scrolls}>
          <legend>{text.scroll}</legend>
          <Scroll
            label={text.commonScroll}
            checked={failure === "destroys"}
            onCheck={() => onGoal({ ...goal, failure: "destroys" })}
          />
          <Scroll
            label={text.blessedScroll}
            checked={failure === "resets"}
            onCheck={() => onGoal({ ...goal, failure: "resets" })}
          />
        </fieldset>
      </div>
      <Odds rules={rules} goal={goal} />
    </Panel>
  );
}

interface LevelProps {
  label: string;
  value: number;
  min?: number;
  max: number;
  onChange: (value: number) => void;
}

function Level({ label, value, min = 0, max, onChange }: LevelProps) {
  const id = useId();
  return (
    <div className={css.level}>
      <label htmlFor={id}>{label}</label>
      <output htmlFor={id}>+{value}</output>
      <input
        id={id}
        type="range"
        min={min}
        max={max}
        value={value}
        aria-valuetext={`+${value}`}
        onChange={({ target }) => onChange(Number(target.value))}
      />
    </div>
  );
}

function Scroll({ label, checked, onCheck }: { label: string; checked: boolean; onCheck: () => void }) {
  return (
    <label>
      <input type="radio" name="scroll" checked={checked} onChange={onCheck} />
      {label}
    </label>
  );
}

function Odds({ rules, goal: { from, to, failure } }: Omit<CalculatorProps, "onGoal">) {
  const { chance, scrolls, items } = enchantOdds(rules, from, to, failure);
  const levels = { from: `+${from}`, to: `+${to}` };
  const destroys = failure === "destroys";
  return (
    <div className={css.odds} aria-live="polite">
      <dl>
        <div>
          <dt>{text.chanceOf(levels)}</dt>
          <dd>
            <b>{formatChance(chance)}</b>
            <small>{text.oneIn({ items: formatMean(1 / chance) })}</small>
          </dd>
        </div>
        <div>
          <dt>{text.meanScrolls}</dt>
          <dd>
            <b>{formatMean(scrolls)}</b>
          </dd>
        </div>
        <div>
          <dt>{text.meanItems}</dt>
          <dd>
            <b>{destroys ? formatMean(items) : formatNumber(1)}</b>
          </dd>
        </div>
      </dl>
      <ol aria-label={text.eachLevel}>
        {Array.from({ length: to - from }, (_, index) => from + index + 1).map((level) => (
          <li key={level}>
            <span>+{level}</span> {formatChance(enchantOdds(rules, from, level, failure).chance)}
          </li>
        ))}
      </ol>
      <p>{destroys ? text.modelDestroys({ from: levels.from }) : text.modelResets}</p>
    </div>
  );
}
