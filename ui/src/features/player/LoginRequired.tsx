import { Button, LinkButton } from "@shared/components/Button";
import { EmptyState } from "@shared/components/EmptyState";
import { Panel } from "@shared/components/Panel";
import { paths } from "@shared/paths";
import * as utility from "@shared/styles/utility.module.css";
import { useNavigate } from "react-router-dom";
import * as css from "./player.module.css";

export function LoginRequired() {
  const navigate = useNavigate();
  const goBack = () => (hasHistory() ? navigate(-1) : navigate(paths.home));
  return (
    <div className={css.guard}>
      <h1 className={utility.hidden}>My Profile</h1>
      <Panel>
        <EmptyState
          drawing="lantern"
          title="Authentication Required"
          actions={
            <>
              <Button look="ghost" onClick={goBack}>
                Go Back
              </Button>
              <LinkButton to={paths.home}>Go Home</LinkButton>
            </>
          }
        >
          You need to be logged in to access the player dashboard. Please login or register to continue.
        </EmptyState>
      </Panel>
    </div>
  );
}

/** Returns whether Back leads somewhere: to a page of this site, which the router counts, or to the referrer. */
function hasHistory(): boolean {
  const routerIndex: unknown = window.history.state?.idx;
  const cameFromSite = typeof routerIndex === "number" && routerIndex > 0;
  return cameFromSite || (document.referrer !== "" && window.history.length > 1);
}
