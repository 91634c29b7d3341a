import { Glyph, Icon } from "@shared/components/Icon";
import { Panel } from "@shared/components/Panel";
import type { ReactNode } from "react";
import * as css from "./collapsible-section.module.css";

/** A titled section that can be collapsed. */
export function CollapsibleSection({ title, glyph, children }: { title: string; glyph: string; children: ReactNode }) {
  return (
    <Panel as="div" className={css.section}>
      <details open>
        <summary>
          <Glyph path={glyph} className={css.icon} />
          <h2>{title}</h2>
          <Icon name="down" className={css.arrow} />
        </summary>
        {children}
      </details>
    </Panel>
  );
}
