import * as text from "text:home";
import { type ServerInfo, useContent } from "@shared/content";
import * as css from "./figures.module.css";

const figuresOf = ({ general, rates, olympiad }: ServerInfo) =>
  [
    [general.main_class, text.mainClass],
    [rates.exp, text.gains.exp],
    [rates.spoil, text.spoil],
    [rates.max_enchant, text.maxEnchant({ safe: rates.safe_enchant })],
    [olympiad.battles_per_week, text.battles],
    [general.max_clients_per_ip, text.clients],
  ] as const;

export function Figures() {
  const figures = figuresOf(useContent("info"));
  return (
    <ul className={css.figures} aria-label={text.rates}>
      {figures.map(([figure, label]) => (
        <li key={label}>
          <b>{figure}</b>
          <span>{label}</span>
        </li>
      ))}
    </ul>
  );
}
