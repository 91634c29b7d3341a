import * as text from "text:status";
import { Panel } from "@shared/components/Panel";
import * as css from "./status.module.css";

const RULE = "SHA-256(previous minute state players traders)";

/** Explains the count of players, and the changes that the chain shows. */
export function Counting() {
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
          <b>{text.bound}</b> <code>{RULE}</code>
        </li>
        <li>
          <b>{text.published}</b> {text.publishedText}
        </li>
      </ol>
    </Panel>
  );
}
