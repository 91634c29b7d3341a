import { Icon, type IconName } from "@shared/components/Icon";
import { Panel } from "@shared/components/Panel";
import type { ReactNode } from "react";
import * as css from "./collapsible-section.module.css";

/** A titled section that can be collapsed. */
export function CollapsibleSection({ title, icon, children }: { title: string; icon: IconName; children: ReactNode }) {
  return (
    <Panel as="div" className={css.sheet}>
      <details open>
        <summary>
          <Icon name={icon} className={css.icon} />
          <h2>{title}</h2>
          <Icon name="down" className={css.arrow} />
        </summary>
        {children}
      </details>
    </Panel>
  );
}
