import * as text from "text:characterList";
import { Panel } from "@shared/components/Panel";
import * as css from "./card.module.css";

const SENTENCES = [text.createFirst, text.createSecond, text.createThird];

/** A free slot. It has no action: characters are created in the game. */
export function EmptySlot({ position }: { position: number }) {
  return (
    <Panel as="article" className={css.emptySlot} aria-label={text.emptySlot} title={text.inGameOnly}>
      <svg viewBox="0 0 96 120" aria-hidden="true">
        <path d="M10 118V52C10 24 27 8 48 2c21 6 38 22 38 50v66ZM20 118V54C20 33 31 20 48 14c17 6 28 19 28 40v64M37 50a11 11 0 1 0 22 0a11 11 0 1 0-22 0ZM30 92c2-16 9-24 18-24s16 8 18 24" />
      </svg>
      <h3>{text.emptySlot}</h3>
      <p>{SENTENCES[position]}</p>
    </Panel>
  );
}
