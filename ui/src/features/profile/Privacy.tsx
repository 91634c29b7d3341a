import * as text from "text:profile";
import { put } from "@shared/api/client";
import { type Answer, useGet } from "@shared/api/useGet";
import { Banner } from "@shared/components/Banner";
import { Button } from "@shared/components/Button";
import { ErrorState } from "@shared/components/ErrorState";
import { ListHead } from "@shared/components/ListHead";
import { option } from "@shared/components/option.module.css";
import { Panel } from "@shared/components/Panel";
import { Skeleton } from "@shared/components/Skeleton";
import * as layout from "@shared/styles/layout.module.css";
import { useState } from "react";
import { mutate } from "swr";
import * as css from "./privacy.module.css";

type PlayerPrivacy = Answer<"/api/player/privacy">;
type Level = PlayerPrivacy["level"];

const PATH = "/api/player/privacy";
const TITLE = "privacy";
const LEVELS = ["public", "rankings", "hidden"] as const satisfies readonly Level[];

const save = (level: Level) =>
  mutate<PlayerPrivacy>(PATH, () => put<PlayerPrivacy>(PATH, { level }), { revalidate: false });

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

/** Says what is public, until the player has chosen. */
export function PrivacyNotice() {
  const { data } = useGet(PATH);
  if (!data || data.chosen_at !== null || data.level !== "public") return null;
  const keep = () => {
    save("public").catch(() => undefined);
  };
  const actions = (
    <span className={layout.cluster3}>
      <Button look="secondary" onClick={() => document.getElementById(TITLE)?.scrollIntoView()}>
        {text.privacyChoose}
      </Button>
      <Button look="ghost" onClick={keep}>
        {text.privacyKeep}
      </Button>
    </span>
  );
  return (
    <Banner title={text.privacyNoticeTitle} action={actions}>
      {text.privacyNoticeText}
    </Banner>
  );
}
