import * as text from "text:roulette";
import * as shared from "text:shared";
import { CopyButton } from "@shared/components/CopyButton";
import * as css from "./fairness.module.css";
import type { Fairness } from "./queries";

/** Hashes of the current and the next server seed, published before they are used. */
export function SeedCommitments({ fairness, revealedSeed }: { fairness: Fairness; revealedSeed: string | null }) {
  return (
    <dl className={css.commitments}>
      <div>
        <dt>{text.steps.hash.title}</dt>
        <Code code={fairness.server_seed_hash} copy={text.copyHash} />
      </div>
      <div>
        <dt>{text.nextSeedHash}</dt>
        <Code code={fairness.next_server_seed_hash} copy={text.copyNextHash} />
      </div>
      <div>
        <dt>{text.clientSeed}</dt>
        {fairness.client_seed === null ? (
          <dd>{text.noClientSeed}</dd>
        ) : (
          <Code code={fairness.client_seed} copy={text.copyClientSeed} />
        )}
        {!fairness.operator_verifiable && (fairness.client_seed !== null || fairness.nonce > 0) && (
          <dd>{text.unproven}</dd>
        )}
      </div>
      <div>
        <dt>{text.oddsVersionLabel}</dt>
        <dd>
          <code>{fairness.wheel_version}</code>
          {fairness.next_wheel_version !== fairness.wheel_version && (
            <span>{text.nextVersion({ version: String(fairness.next_wheel_version) })}</span>
          )}
        </dd>
      </div>
      <div>
        <dt>{text.nonce}</dt>
        <dd>
          <code>{fairness.nonce}</code> <span>{text.forNextSpin}</span>
        </dd>
      </div>
      {revealedSeed && (
        <div>
          <dt>{text.previousSeed}</dt>
          <Code code={revealedSeed} copy={text.copyRevealed} />
        </div>
      )}
    </dl>
  );
}

function Code({ code, copy }: { code: string; copy: string }) {
  return (
    <dd>
      <code className={css.hash} title={code}>
        {code}
      </code>
      <CopyButton value={code} label={copy} copiedText={shared.copied} />
    </dd>
  );
}
