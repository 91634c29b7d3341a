import { ErrorState } from "@shared/components/ErrorState";
import { Panel } from "@shared/components/Panel";
import { SectionHead } from "@shared/components/SectionHead";
import { Skeleton } from "@shared/components/Skeleton";
import { useRef, useState } from "react";
import * as css from "./fairness.module.css";
import { type Config, type History, type Spin, useFairness } from "./queries";
import { SeedCommitments } from "./SeedCommitments";
import { SeedForm } from "./SeedForm";
import * as tables from "./tables.module.css";
import { Verifier } from "./Verifier";

const TITLE = "provably-fair";

interface Props {
  config: Config;
  history: History;
  selected: { spin: Spin } | null;
}

/** Seed commitments, seed rotation and the verifier. */
export function FairnessSection({ config, history, selected }: Props) {
  const { data, error } = useFairness();
  const [revealed, setRevealed] = useState<string | null>(null);
  const seed = useRef<HTMLInputElement>(null);
  return (
    <section aria-labelledby={TITLE} className={tables.section}>
      <SectionHead id={TITLE} title="Provably Fair">
        <span className={tables.aside}>Verify any spin</span>
      </SectionHead>
      <Panel as="div" className={css.panel}>
        {data ? (
          <>
            <SeedForm onRevealed={setRevealed} ref={seed} />
            <SeedCommitments fairness={data} revealed={revealed} />
          </>
        ) : error ? (
          <div className={css.across}>
            <ErrorState title="Failed to load roulette data. Please try again." />
          </div>
        ) : (
          <div className={css.across}>
            <Skeleton className={css.skeleton} />
          </div>
        )}
        <Verifier config={config} history={history} selected={selected} onReveal={() => seed.current?.focus()} />
      </Panel>
    </section>
  );
}
