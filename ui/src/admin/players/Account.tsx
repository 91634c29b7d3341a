import * as text from "text:adminPlayers";
import * as chip from "@shared/components/chip.module.css";
import { classes } from "@shared/components/classes";
import { useCallback, useMemo, useRef, useState } from "react";
import { useNavigate, useSearchParams } from "react-router-dom";
import { useAdmin } from "../api/useAdmin";
import { copyText } from "../parts/clipboard";
import * as layout from "../parts/layout.module.css";
import { PageTitle } from "../parts/PageTitle";
import { LoadState, State } from "../parts/States";
import { useSession } from "../session";
import { useKeys } from "../shell/useKeys";
import { ActionPanel } from "./ActionPanel";
import { Actions } from "./Actions";
import { Answer } from "./Answer";
import * as css from "./account.module.css";
import { type Action, actionsFor, RULES } from "./actionRules";
import { Characters } from "./Characters";
import { Deliveries } from "./Deliveries";
import { Donations } from "./Donations";
import { count } from "./format";
import { Moderation } from "./Moderation";
import { Notes } from "./Notes";
import { Profile } from "./Profile";
import { SecurityLog } from "./SecurityLog";
import { Sessions } from "./Sessions";
import { Spins } from "./Spins";
import { toneOf } from "./states";
import type { PlayerAccount } from "./types";
import { usePersonalData } from "./usePersonalData";
import { Wallet } from "./Wallet";

const SECTIONS = ["donations", "wallet", "deliveries", "characters", "spins", "security", "profile"] as const;

/** One account: everything that an operator needs to answer its player. */
export function Account({ login }: { login: string }) {
  const navigate = useNavigate();
  const { data, error, mutate } = useAdmin("/api/admin/accounts/{login}", undefined, { names: { login } });
  const forget = () => {
    void mutate(undefined, { revalidate: false });
    navigate("/players");
  };
  if (!data)
    return (
      <>
        <PageTitle plain title={login} />
        <LoadState error={error} onRetry={mutate} />
      </>
    );
  return <LoadedAccount account={data} onChange={() => void mutate()} onErased={forget} />;
}

/** The possible action of a text such as "release:17", as the address has it. */
const actionNamed = (account: PlayerAccount, name: string | null): Action | null =>
  actionsFor(account).find(({ kind, subject }) => `${kind}:${subject}` === name) ?? null;

interface LoadedProps {
  account: PlayerAccount;
  onChange: () => void;
  onErased: () => void;
}

function LoadedAccount({ account, onChange, onErased }: LoadedProps) {
  const personal = usePersonalData(account.login);
  const actionOfAddress = useSearchParams()[0].get("action");
  const [action, setAction] = useState(() => actionNamed(account, actionOfAddress));
  const { permissions } = useSession();
  const reply = useRef("");
  const keys = useMemo(() => {
    const possible = actionsFor(account).filter(({ kind }) => permissions[RULES[kind].permission]?.allowed);
    return {
      c: () => void copyText(reply.current),
      n: () => document.getElementById("note")?.focus(),
      ...Object.fromEntries(possible.map((action) => [RULES[action.kind].key ?? "", () => setAction(action)])),
    };
  }, [account, permissions]);
  useKeys(keys);
  const keepReply = useCallback((text: string) => {
    reply.current = text;
  }, []);
  return (
    <>
      <PageTitle plain title={account.login} note={<Summary account={account} />} />
      <nav className={classes(layout.sideways, css.jump)} aria-label={text.onThisPage}>
        {SECTIONS.map((name) => (
          <a key={name} className={chip.chip} href={`#${name}`}>
            {text[name]}
          </a>
        ))}
      </nav>
      <div className={classes(layout.grid, layout.withSide)}>
        <div className={layout.stack}>
          <Answer account={account} onAct={setAction} onReply={keepReply} />
          <Donations account={account} />
          <Wallet account={account} />
          <Deliveries account={account} />
          <Characters account={account} />
          <Spins account={account} />
          <SecurityLog account={account} personalData={personal.data} />
        </div>
        <div className={layout.stack}>
          <Actions account={account} onAct={setAction} />
          <Moderation account={account} />
          <Profile account={account} personal={personal} />
          <Notes account={account} onChange={onChange} />
          <Sessions account={account} />
        </div>
      </div>
      {action && (
        <ActionPanel
          account={account}
          action={action}
          onClose={() => setAction(null)}
          onDone={action.kind === "erase" ? onErased : onChange}
        />
      )}
    </>
  );
}

function Summary({ account: { wallet, coin_name, states, characters } }: { account: PlayerAccount }) {
  const first = characters?.[0];
  return (
    <span className={layout.row}>
      {first && `${first.name}, ${first.class_name} ${first.level} · `}
      {text.onTheSite({ count: wallet.wallet, shown: count(wallet.wallet), coin: coin_name })}
      {states.map(({ state, count: number }) => (
        <State key={state} tone={toneOf(state)}>
          {number > 1 ? `${text.hitStates[state]} (${number})` : text.hitStates[state]}
        </State>
      ))}
    </span>
  );
}
