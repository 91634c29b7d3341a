import { LANGUAGE } from "@shared/format";

const unit = (name: "hour" | "minute") =>
  new Intl.NumberFormat(LANGUAGE, { style: "unit", unit: name, unitDisplay: "short" });
const hours = unit("hour");
const minutes = unit("minute");

/** "2 hr 49 min", "12 min". */
export function formatMinutes(total: number): string {
  const parts = [
    Math.floor(total / 60) && hours.format(Math.floor(total / 60)),
    total % 60 && minutes.format(total % 60),
  ];
  return parts.filter(Boolean).join(" ") || minutes.format(0);
}
