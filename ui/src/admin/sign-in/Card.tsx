import { classes } from "@shared/components/classes";
import type { ReactNode } from "react";
import * as css from "./card.module.css";

interface Props {
  title: string;
  note?: ReactNode;
  /** The card stands over a page whose session has ended. */
  isOver?: boolean;
  children: ReactNode;
}

/** The frame of everything before the pages. */
export function Card({ title, note, isOver = false, children }: Props) {
  const Frame = isOver ? "div" : "main";
  return (
    <Frame className={classes(css.gate, isOver && css.overPage)}>
      <div className={css.card}>
        <header>
          <img src="/favicon.svg" alt="" width={48} height={48} />
          <h1>{title}</h1>
          {note && <p>{note}</p>}
        </header>
        {children}
      </div>
    </Frame>
  );
}
