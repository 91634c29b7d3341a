import * as text from "text:profile";
import { useGet } from "@shared/api/useGet";
import { ErrorState } from "@shared/components/ErrorState";
import { ListHead } from "@shared/components/ListHead";
import { option } from "@shared/components/option.module.css";
import { Panel } from "@shared/components/Panel";
import { Skeleton } from "@shared/components/Skeleton";
import { useState } from "react";
import * as css from "./privacy.module.css";
import { type Level, PATH, save } from "./privacyLevel";

const TITLE = "privacy";
const LEVELS = ["public", "rankings", "hidden"] as const satisfies readonly Level[];

/** Visibility of the account's characters in public. */
export function Privacy() {
  const { data, error } = useGet(PATH);
  return (
    <section aria-labelledby={TITLE}>
      <ListHead id={TITLE} title={text.privacyTitle} note={text.privacyLegend} />
      <Panel padded aria-busy={!data && !error} className={css.panel}>
        {data ? (
          <Levels level={data.level} />
        ) : error ? (
          <ErrorState title={text.privacyFailed}>{text.restLoaded}</ErrorState>
        ) : (
          <Skeleton className={css.skeleton} />
        )}
      </Panel>
    </section>
  );
}

function Levels({ level }: { level: Level }) {
  const [selectedLevel, setSelectedLevel] = useState<Level | null>(null);
  const [hasFailed, setHasFailed] = useState(false);
  const choose = (next: Level) => {
    setSelectedLevel(next);
    setHasFailed(false);
    save(next)
      .catch(() => setHasFailed(true))
      .finally(() => setSelectedLevel(null));
  };
  return (
    <>
      <fieldset className={css.levels} aria-labelledby={TITLE} disabled={selectedLevel !== null}>
        {LEVELS.map((name) => (
          <label key={name} className={option}>
            <input
              type="radio"
              name={TITLE}
              checked={(selectedLevel ?? level) === name}
              onChange={() => choose(name)}
            />
            <span>
              <b>{text.privacyLevels[name]}</b>
              <span>{text.privacyTexts[name]}</span>
            </span>
          </label>
        ))}
      </fieldset>
      {hasFailed && <p role="alert">{text.privacyFailed}</p>}
      <p className={css.note}>{text.privacyWhen}</p>
    </>
  );
}
