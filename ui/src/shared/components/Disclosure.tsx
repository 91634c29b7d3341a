import type { ReactNode } from "react";
import * as css from "./disclosure.module.css";
import { Icon } from "./Icon";

/** Shows and hides its content. */
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
