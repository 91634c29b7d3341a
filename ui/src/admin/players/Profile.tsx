import * as text from "text:adminPlayers";
import * as shared from "text:shared";
import { Button } from "@shared/components/Button";
import { small } from "../parts/density.module.css";
import { type Fact, FactList } from "../parts/FactList";
import * as layout from "../parts/layout.module.css";
import { Panel } from "../parts/Panel";
import { Problem } from "../sign-in/Problem";
import { moment } from "./format";
import type { AccountProps } from "./types";
import type { usePersonalData } from "./usePersonalData";

/** Facts of the account. Emails and addresses are masked until the operator asks for them. */
export function Profile({ account, personal }: AccountProps & { personal: ReturnType<typeof usePersonalData> }) {
  const { profile, block, frozen_at } = account;
  const { data: personalData } = personal;
  const facts: readonly Fact[] = [
    [shared.account, account.login],
    [text.inGame, text.inGameStates[profile.game as keyof typeof text.inGameStates]],
    [text.access, profile.access_label],
    [text.evidence.banned_until, profile.banned_until && moment(profile.banned_until)],
    [text.blocked, block && `${moment(block.starts_at)} · ${block.operator}: ${block.reason}`],
    [text.frozen, frozen_at && moment(frozen_at)],
    [text.email, personalData?.email ?? profile.email],
    [text.confirmedEmail, personalData?.confirmed_email ?? profile.confirmed_email],
    [text.registered, profile.registered_at && moment(profile.registered_at)],
    [text.evidence.last_sign_in, profile.last_login_at && moment(profile.last_login_at)],
    [text.lastInGame, profile.last_active && moment(profile.last_active)],
    [text.lastAddress, personalData?.last_address ?? profile.last_address],
    [text.evidence.factors, profile.factors.join(", ")],
  ];
  return (
    <Panel
      title={<span id="profile">{text.profile}</span>}
      actions={
        <form onSubmit={personal.show}>
          <Button
            type="submit"
            className={small}
            look="ghost"
            disabled={!personal.isAllowed || personalData !== null}
            busy={personal.isBusy}
            aria-label={text.showLabel}
          >
            {text.show}
          </Button>
        </form>
      }
    >
      <div className={layout.body}>
        <Problem text={personal.problem} />
        <FactList facts={facts.filter(([, value]) => value)} />
      </div>
    </Panel>
  );
}
