import * as text from "text:status";
import { useGet } from "@shared/api/useGet";
import { Panel } from "@shared/components/Panel";
import { formatNumber } from "@shared/format";
import * as css from "./status.module.css";

const RULE = "SHA-256(previous minute state players traders)";

/** Explains the count of players, who is left out of it, and the changes that the chain shows. */
export function Counting() {
  const { data: stats } = useGet("/api/server/stats");
  return (
    <Panel padded>
      <h2>{text.counting}</h2>
      <ol className={css.steps}>
        <li>
          <b>{text.everyMinute}</b> {text.everyMinuteText}
        </li>
        <li>
          <b>{text.shopsApart}</b> {text.shopsApartText}
        </li>
        <li>
          <b>{text.botsLeftOut}</b> {text.botsText}{" "}
          {stats &&
            text.leftOut({
              accounts: formatNumber(stats.not_player_accounts),
              characters: formatNumber(stats.not_player_characters),
            })}
        </li>
        <li>
          <b>{text.bound}</b> <code>{RULE}</code>
        </li>
        <li>
          <b>{text.published}</b> {text.publishedText}
        </li>
      </ol>
    </Panel>
  );
}
