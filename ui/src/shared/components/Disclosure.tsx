import type { ReactNode } from "react";
import * as css from "./disclosure.module.css";
import { Icon } from "./Icon";

/** Opens and closes what is under it. */
export function Disclosure({ summary, children }: { summary: string; children: ReactNode }) {
  return (
    <details className={css.disclosure}>
      <summary>
        <Icon name="down" />
        {summary}
      </summary>
      {children}
    </details>
  );
}
