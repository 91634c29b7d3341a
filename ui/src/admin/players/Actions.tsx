import * as shell from "text:admin";
import * as text from "text:adminPlayers";
import { Button } from "@shared/components/Button";
import { small } from "../parts/density.module.css";
import * as layout from "../parts/layout.module.css";
import { Panel } from "../parts/Panel";
import { useSession } from "../session";
import { type Action, actionsFor, RULES } from "./actionRules";
import { ExportData } from "./ExportData";
import * as css from "./notes.module.css";
import type { AccountProps } from "./types";

/** Actions of the operator; an action of another role is shown with the roles that have it. */
export function Actions({ account, onAct }: AccountProps & { onAct: (action: Action) => void }) {
  const { permissions } = useSession();
  return (
    <Panel title={text.actionsTitle}>
      <ul className={css.notes}>
        {actionsFor(account).map((action) => {
          const { permission, key, isFinal } = RULES[action.kind];
          const { allowed, roles = [] } = permissions[permission] ?? { allowed: false };
          return (
            <li key={`${action.kind} ${action.subject}`} className={layout.row}>
              <Button
                className={small}
                look={isFinal ? "danger" : "secondary"}
                disabled={!allowed}
                onClick={() => onAct(action)}
              >
                {text.actions[action.kind]} {action.subject}
              </Button>
              {key && allowed && <kbd>{key}</kbd>}
              {!allowed && (
                <small>{text.onlyRoles({ roles: roles.map((role) => shell.roles[role]).join(", ") })}</small>
              )}
            </li>
          );
        })}
        <ExportData login={account.login} />
      </ul>
    </Panel>
  );
}
