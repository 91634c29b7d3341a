import { classes } from "@shared/components/classes";
import * as shared from "@shared/styles/layout.module.css";
import type { ReactNode } from "react";
import * as layout from "./layout.module.css";
import * as css from "./page-title.module.css";

interface Props {
  title: string;
  note?: ReactNode;
  actions?: ReactNode;
  /** A name that is shown as it was typed. */
  plain?: boolean;
}

/** The page's title, with a line beside it and actions at the right. */
export function PageTitle({ title, note, actions, plain }: Props) {
  return (
    <div className={classes(css.title, plain && css.plain)}>
      <h1 tabIndex={-1}>{title}</h1>
      {note && <p className={shared.note}>{note}</p>}
      {actions && <div className={layout.actions}>{actions}</div>}
    </div>
  );
}
