import * as text from "text:serverInfo";
import { EmptyState } from "@shared/components/EmptyState";
import { Panel } from "@shared/components/Panel";

/** A tab for which the operator has written nothing yet. */
export const EmptyTab = () => (
  <Panel>
    <EmptyState drawing="lantern" title={text.nothing} />
  </Panel>
);
