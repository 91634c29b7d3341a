import * as text from "text:roulette";
import { ErrorState } from "@shared/components/ErrorState";
import { Refusal } from "@shared/components/Field";
import { Panel } from "@shared/components/Panel";
import { SectionHead } from "@shared/components/SectionHead";
import { Skeleton } from "@shared/components/Skeleton";
import { type RefObject, useEffect, useState } from "react";
import * as css from "./fairness.module.css";
import { type Config, type History, useFairness } from "./queries";
import { SeedCommitments } from "./SeedCommitments";
import { SeedForm } from "./SeedForm";
import { findChangedWheel, rememberHashes } from "./seenHashes";
import * as tables from "./tables.module.css";
import { Verifier } from "./Verifier";

const TITLE = "provably-fair";

interface Props {
  config: Config;
  history: History;
  selection: { spinId: string } | null;
  seedField: RefObject<HTMLInputElement | null>;
}

/** Seed commitments, seed rotation and the verifier. */
export function FairnessSection({ config, history, selection, seedField }: Props) {
  const { data, error } = useFairness();
  const [revealedSeed, setRevealedSeed] = useState<string | null>(null);
  useEffect(() => data && rememberHashes(data), [data]);
  const changedWheel = data && findChangedWheel(data);
  return (
    <section aria-labelledby={TITLE} className={tables.section}>
      <SectionHead id={TITLE} title={text.fair}>
        <span className={tables.aside}>{text.verifyAny}</span>
      </SectionHead>
      <Panel as="div" className={css.panel}>
        {data ? (
          <>
            {changedWheel && (
              <div className={css.across}>
                <Refusal>{text.wheelChanged({ shown: String(changedWheel.shown), hash: changedWheel.hash })}</Refusal>
              </div>
            )}
            <SeedForm onRevealed={setRevealedSeed} ref={seedField} />
            <SeedCommitments fairness={data} revealedSeed={revealedSeed} />
          </>
        ) : error ? (
          <div className={css.across}>
            <ErrorState title={text.loadFailed} />
          </div>
        ) : (
          <div className={css.across}>
            <Skeleton className={css.skeleton} />
          </div>
        )}
        <Verifier config={config} history={history} selection={selection} onReveal={() => seedField.current?.focus()} />
      </Panel>
    </section>
  );
}
