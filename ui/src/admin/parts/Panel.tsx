import { classes } from "@shared/components/classes";
import { Panel as Surface } from "@shared/components/Panel";
import * as shared from "@shared/styles/layout.module.css";
import { type ReactNode, useId } from "react";
import * as layout from "./layout.module.css";
import * as css from "./panel.module.css";

interface Props {
  title: ReactNode;
  note?: ReactNode;
  actions?: ReactNode;
  /** The one part of a page that comes first. */
  first?: boolean;
  footer?: ReactNode;
  children: ReactNode;
}

/** A titled part of a page. */
export function Panel({ title, note, actions, first = false, footer, children }: Props) {
  const id = useId();
  return (
    <Surface className={classes(css.panel, first && css.first)} aria-labelledby={id}>
      <header>
        <h2 id={id}>{title}</h2>
        {note && <span className={shared.note}>{note}</span>}
        {actions && <div className={layout.actions}>{actions}</div>}
      </header>
      {children}
      {footer && <footer className={shared.note}>{footer}</footer>}
    </Surface>
  );
}
