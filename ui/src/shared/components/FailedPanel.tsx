import type { ComponentProps } from "react";
import { ErrorState } from "./ErrorState";
import { Panel } from "./Panel";

/** A panel with an error in place of its content. */
export const FailedPanel = (props: ComponentProps<typeof ErrorState>) => (
  <Panel>
    <ErrorState {...props} />
  </Panel>
);
