import { general, olympiad, rates } from "@content/server-info.json";
import * as css from "./figures.module.css";

const FIGURES = [
  [general.main_class, "main class"],
  [rates.exp, "experience"],
  [rates.spoil, "spoil"],
  [rates.max_enchant, `max enchant, safe to ${rates.safe_enchant}`],
  [olympiad.battles_per_week, "Olympiad battles a week"],
  [general.max_clients_per_ip, "clients per IP"],
] as const;

export function Figures() {
  return (
    <ul className={css.figures} aria-label="Server rates">
      {FIGURES.map(([figure, label]) => (
        <li key={label}>
          <b>{figure}</b>
          <span>{label}</span>
        </li>
      ))}
    </ul>
  );
}
