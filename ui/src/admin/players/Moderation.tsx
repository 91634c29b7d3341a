import * as text from "text:adminPlayers";
import { CopyButton } from "@shared/components/CopyButton";
import { useEffect } from "react";
import { type Body, useAdmin } from "../api/useAdmin";
import * as layout from "../parts/layout.module.css";
import { Panel } from "../parts/Panel";
import { LoadState, State } from "../parts/States";
import * as typography from "../parts/typography.module.css";
import { moment, momentWithin } from "./format";
import * as css from "./moderation.module.css";
import type { AccountProps, PlayerAccount } from "./types";

type Data = Body<"Moderation">;

/** The block on the site with its history, and the words that a game master types: the site never bans in the game. */
export function Moderation({ account }: AccountProps) {
  const { data, error, mutate } = useAdmin("/api/admin/accounts/{login}/moderation", undefined, {
    names: { login: account.login },
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the account was changed by an action
  useEffect(() => void mutate(), [account]);
  return (
    <Panel title={text.moderation}>
      <div className={layout.bodyStack}>
        <Block block={account.block} />
        {data ? (
          <>
            <Steps steps={data.steps} />
            <Commands data={data} />
          </>
        ) : (
          <LoadState error={error} onRetry={mutate} rows={3} />
        )}
      </div>
    </Panel>
  );
}

function Block({ block }: Pick<PlayerAccount, "block">) {
  if (!block) return <State tone="off">{text.notBlocked}</State>;
  const { until, operator, reason } = block;
  return (
    <div>
      <State tone="wait">{until === null ? text.blockForever : text.blockUntil({ time: momentWithin(until) })}</State>
      <p className={typography.anywhere}>
        {operator}: {reason}
      </p>
    </div>
  );
}

function Steps({ steps }: Pick<Data, "steps">) {
  if (steps.length === 0) return null;
  return (
    <details>
      <summary>
        {text.blockHistory} ({steps.length})
      </summary>
      <ul className={css.list}>
        {steps.map(({ at, is_block, until, operator, reason }) => (
          <li key={at}>
            {text.blockSteps[is_block ? "block" : "unblock"]}
            {until !== null && ` · ${moment(until)}`}
            <small className={typography.anywhere}>
              {moment(at)} · {operator}: {reason}
            </small>
          </li>
        ))}
      </ul>
    </details>
  );
}

function Commands({ data: { family, commands, without_account } }: { data: Data }) {
  return (
    <>
      <h3>{text.gameWords}</h3>
      <p className={typography.hint}>{text.gameWordsNote({ family })}</p>
      {without_account && <p>{without_account === "odd_name" ? text.noWords : text.sameName}</p>}
      <ul className={css.list}>
        {commands.map(({ kind, name, words }) => (
          <li key={words}>
            <small>{nameOf(kind, name)}</small>
            <span className={layout.beside}>
              <code className={typography.anywhere}>{words}</code>
              <CopyButton value={words} copiedText={text.copied} label={text.copyWords({ words })} />
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}

function nameOf(kind: Data["commands"][number]["kind"], name: string): string {
  const word = text.words[kind];
  return typeof word === "string" ? word : word({ name });
}
