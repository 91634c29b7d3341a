import * as shared from "text:shared";
import { classes } from "@shared/components/classes";
import { formatPrice } from "@shared/money";
import { useId, useLayoutEffect, useRef } from "react";
import type { Packages } from "../queries";
import * as css from "./slider.module.css";

interface Props {
  packages: Packages;
  amount: number;
  /** The coins for the amount, if known. */
  coins: string | undefined;
  onChange: (amount: number) => void;
}

/** A range input with a mark at each package. */
export function AmountSlider({ packages, amount, coins, onChange }: Props) {
  const { min_amount: min, max_amount: max, step, data, currency } = packages;
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const place = (option: number) => (max > min ? ((option - min) / (max - min)) * 100 : 0);
  const at = place(amount);
  useLayoutEffect(() => input.current?.style.setProperty("--at", String(at)), [at]);
  return (
    <div className={css.slide}>
      <label className={css.label} htmlFor={id}>
        {shared.amount}
      </label>
      <input
        ref={input}
        id={id}
        type="range"
        min={min}
        max={max}
        step={step}
        value={amount}
        aria-valuetext={[`${formatPrice(amount, currency)} ${currency}`, coins].filter(Boolean).join(", ")}
        onChange={({ target }) => onChange(target.valueAsNumber)}
      />
      <svg className={css.marks} aria-hidden="true">
        {data.map((option) => (
          <line
            key={option.amount}
            className={classes(option.amount <= amount && css.reached)}
            x1={`${place(option.amount)}%`}
            x2={`${place(option.amount)}%`}
            y2="8"
          />
        ))}
      </svg>
      <p className={css.ends} aria-hidden="true">
        <span>{formatPrice(min, currency)}</span>
        <span>{formatPrice(max, currency)}</span>
      </p>
    </div>
  );
}
