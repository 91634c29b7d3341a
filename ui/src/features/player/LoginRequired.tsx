import * as text from "text:player";
import * as shared from "text:shared";
import { Button, LinkButton } from "@shared/components/Button";
import { EmptyState } from "@shared/components/EmptyState";
import { Panel } from "@shared/components/Panel";
import { TextButton } from "@shared/components/TextButton";
import { paths } from "@shared/paths";
import { useDialogs } from "@shared/stores/dialogs";
import { useSession } from "@shared/stores/session";
import * as utility from "@shared/styles/utility.module.css";
import { type ReactNode, useEffect } from "react";
import { useNavigate } from "react-router-dom";
import * as css from "./player.module.css";

/**
 * Shown in place of the dashboard. The form shows the session's error, also that of a change which ran while another tab
 * logged out.
 */
export function LoginRequired() {
  const navigate = useNavigate();
  const clearError = useSession((session) => session.clearError);
  const setLoginPlace = useDialogs((dialogs) => dialogs.setLoginPlace);
  useEffect(() => clearError, [clearError]);
  const show = useDialogs((dialogs) => dialogs.show);
  const goBack = () => (hasHistory() ? navigate(-1) : navigate(paths.home));
  const opener = (dialog: "login" | "register") => (name: ReactNode) => (
    <TextButton className={css.inline} onClick={() => show(dialog)}>
      {name}
    </TextButton>
  );
  return (
    <div className={css.guard}>
      <h1 className={utility.hidden}>{shared.myProfile}</h1>
      <Panel>
        <EmptyState
          drawing="lantern"
          title={text.authentication}
          actions={
            <>
              <Button look="ghost" onClick={goBack}>
                {text.goBack}
              </Button>
              <LinkButton to={paths.home}>{text.goHome}</LinkButton>
            </>
          }
        >
          {text.logIn({ login: opener("login"), register: opener("register") })}
        </EmptyState>
        <div ref={setLoginPlace} className={css.login} />
      </Panel>
    </div>
  );
}

/** Returns whether Back leads somewhere. Older browsers have no `navigation`. */
const hasHistory = () => window.navigation?.canGoBack ?? window.history.length > 1;
