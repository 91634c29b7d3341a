import type { ReactNode } from "react";
import * as css from "./disclosure.module.css";
import { Icon } from "./Icon";

interface Props {
  summary: string;
  /** Open at first. */
  isOpen?: boolean;
  children: ReactNode;
}

/** Shows and hides its content. */
export function Disclosure({ summary, isOpen, children }: Props) {
  return (
    <details className={css.disclosure} open={isOpen}>
      <summary>
        <Icon name="down" />
        {summary}
      </summary>
      {children}
    </details>
  );
}
