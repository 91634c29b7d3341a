import * as shared from "text:shared";
import * as text from "text:watch";
import { LinkButton } from "@shared/components/Button";
import { EmptyState } from "@shared/components/EmptyState";
import { paths } from "@shared/paths";

/** How to star, where nothing is starred. */
export const NothingStarred = () => (
  <EmptyState
    drawing="lantern"
    title={text.empty}
    actions={
      <>
        <LinkButton to={paths.rankings}>{shared.rankings}</LinkButton>
        <LinkButton to={paths.world}>{text.world}</LinkButton>
      </>
    }
  >
    {text.emptyText}
  </EmptyState>
);
