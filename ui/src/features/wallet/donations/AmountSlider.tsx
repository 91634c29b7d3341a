import { classes } from "@shared/components/classes";
import { useId, useLayoutEffect, useRef } from "react";
import type { Packages } from "../queries";
import { formatPesos } from "./money";
import * as css from "./slider.module.css";

interface Props {
  packages: Packages;
  amount: number;
  /** What the amount buys, if known. */
  coins: string | undefined;
  onChange: (amount: number) => void;
}

/** A range input with a mark at each package. */
export function AmountSlider({ packages, amount, coins, onChange }: Props) {
  const { min_amount: min, max_amount: max, step, data } = packages;
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const place = (each: number) => (max > min ? ((each - min) / (max - min)) * 100 : 0);
  const at = place(amount);
  useLayoutEffect(() => input.current?.style.setProperty("--at", String(at)), [at]);
  return (
    <div className={css.slide}>
      <label className={css.label} htmlFor={id}>
        Amount
      </label>
      <input
        ref={input}
        id={id}
        type="range"
        min={min}
        max={max}
        step={step}
        value={amount}
        aria-valuetext={[`${formatPesos(amount)} ARS`, coins].filter(Boolean).join(", ")}
        onChange={({ target }) => onChange(target.valueAsNumber)}
      />
      <svg className={css.marks} aria-hidden="true">
        {data.map((each) => (
          <line
            key={each.amount}
            className={classes(each.amount <= amount && css.met)}
            x1={`${place(each.amount)}%`}
            x2={`${place(each.amount)}%`}
            y2="8"
          />
        ))}
      </svg>
      <p className={css.ends} aria-hidden="true">
        <span>{formatPesos(min)}</span>
        <span>{formatPesos(max)}</span>
      </p>
    </div>
  );
}
