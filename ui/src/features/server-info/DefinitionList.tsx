import { Panel } from "@shared/components/Panel";
import * as css from "./definition-list.module.css";

/** Terms and their values. */
export function DefinitionList({ title, items }: { title: string; items: readonly (readonly [string, string])[] }) {
  return (
    <Panel as="dl" className={css.list} aria-label={title}>
      {items.map(([term, value]) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </Panel>
  );
}
