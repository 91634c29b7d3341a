import * as text from "text:adminAlerts";
import type { Body } from "@admin/api/useAdmin";
import { formatDuration } from "@shared/durations";
import { formatNumber } from "@shared/format";

type Rule = Body<"ListedAlertRule">;

/** A time without the units that are zero. */
const time = (seconds: number): string =>
  formatDuration(seconds, "s")
    .split(" ")
    .filter((part) => !/^0\D/.test(part))
    .join(" ") || formatDuration(0, "s");

/** The text of a signal; the name of one that the service has no longer. */
export const ruleName = (name: string): string => new Map(Object.entries(text.rules)).get(name) ?? name;

/** A value in the unit of its rule. */
export function amount(value: number, unit: Rule["unit"]): string {
  if (unit === "seconds") return time(Math.round(value));
  if (unit === "hours") return time(Math.round(value) * 3600);
  const number = formatNumber(Math.round(value * 10) / 10);
  return unit === "percent" ? `${number}%` : number;
}

const withDuration = (condition: string, seconds: number): string =>
  seconds === 0 ? condition : text.lasting({ condition, time: time(seconds) });

export const raisedWhen = ({ unit, thresholds: { raise_at, raise_seconds } }: Rule): string =>
  withDuration(`≥\u00a0${amount(raise_at, unit)}`, raise_seconds);

export const clearedWhen = ({ unit, thresholds: { clear_below, clear_seconds } }: Rule): string =>
  withDuration(`<\u00a0${amount(clear_below, unit)}`, clear_seconds);
