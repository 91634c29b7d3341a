import { Button } from "@shared/components/Button";
import { Icon } from "@shared/components/Icon";
import { VisuallyHidden } from "@shared/components/VisuallyHidden";
import { useState } from "react";
import * as css from "./fairness.module.css";
import type { Fairness } from "./queries";

const UNPROVEN = "Your browser did not choose this seed: these spins prove nothing against us. Change seeds.";

/** Hashes of the current and the next server seed, published before they are used. */
export function SeedCommitments({ fairness, revealed }: { fairness: Fairness; revealed: string | null }) {
  return (
    <dl className={css.commitments}>
      <div>
        <dt>Server seed hash</dt>
        <Code text={fairness.server_seed_hash} copy="Copy hash" />
      </div>
      <div>
        <dt>Next server seed hash</dt>
        <Code text={fairness.next_server_seed_hash} copy="Copy next hash" />
      </div>
      <div>
        <dt>Client seed</dt>
        {fairness.client_seed === null ? (
          <dd>Your browser sends a random one before your first spin.</dd>
        ) : (
          <Code text={fairness.client_seed} copy="Copy client seed" />
        )}
        {!fairness.operator_verifiable && (fairness.client_seed !== null || fairness.nonce > 0) && <dd>{UNPROVEN}</dd>}
      </div>
      <div>
        <dt>Odds version</dt>
        <dd>
          <code>{fairness.wheel_version}</code>
          {fairness.latest_wheel_version !== fairness.wheel_version && (
            <span>version {fairness.latest_wheel_version} applies once you change seeds</span>
          )}
        </dd>
      </div>
      <div>
        <dt>Nonce</dt>
        <dd>
          <code>{fairness.nonce}</code> <span>for your next spin</span>
        </dd>
      </div>
      {revealed && (
        <div>
          <dt>Previous server seed</dt>
          <Code text={revealed} copy="Copy revealed seed" />
        </div>
      )}
    </dl>
  );
}

function Code({ text, copy }: { text: string; copy: string }) {
  const [announcement, setAnnouncement] = useState("");
  // The clipboard API exists only over https; elsewhere the text can be selected.
  const copyText = () =>
    navigator.clipboard?.writeText(text).then(
      () => setAnnouncement("Copied"),
      () => setAnnouncement(""),
    );
  return (
    <dd>
      <code className={css.hash} title={text}>
        {text}
      </code>
      <Button look="ghost" icon aria-label={copy} onClick={copyText}>
        <Icon name={announcement ? "check" : "copy"} />
      </Button>
      <VisuallyHidden>
        <span role="status">{announcement}</span>
      </VisuallyHidden>
    </dd>
  );
}
