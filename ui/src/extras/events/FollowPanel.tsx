import * as text from "text:events";
import * as game from "text:game";
import { code } from "text:language";
import * as shared from "text:shared";
import { useIsHydrated } from "@shared/api/firstFrame";
import { address, useGet } from "@shared/api/useGet";
import { AnchorButton } from "@shared/components/Button";
import { CopyButton } from "@shared/components/CopyButton";
import { input } from "@shared/components/field.module.css";
import { Panel } from "@shared/components/Panel";
import { useId, useState } from "react";
import * as css from "./events.module.css";

interface Choice {
  id: number;
  name: string;
}

type Topic = Exclude<keyof typeof text.topics, symbol | number>;

/** The calendar with the reader's choice, and the feeds. */
export function FollowPanel({ topics }: { topics: readonly Topic[] }) {
  const castles = useGet("/api/world/castles").data?.data ?? [];
  const bosses = (useGet("/api/world/bosses").data?.data ?? []).filter(({ kind }) => kind === "grand");
  const [castle, setCastle] = useState<readonly number[]>([]);
  const [boss, setBoss] = useState<readonly number[]>([]);
  const path = address("/calendar.ics", { castle: castle.join(","), boss: boss.join(","), language: code });
  return (
    <Panel framed padded className={css.follow}>
      <h2>{text.follow}</h2>
      <h3>{text.calendar}</h3>
      <p>{text.calendarText}</p>
      <Choices legend={game.sieges} choices={castles} selectedIds={castle} onChoose={setCastle} />
      <Choices legend={text.grandBosses} choices={bosses} selectedIds={boss} onChoose={setBoss} />
      <CalendarAddress path={path} />
      <p className={css.slow}>{text.slow}</p>
      <h3>{text.feed}</h3>
      <p>{text.feedText}</p>
      <ul className={css.feeds}>
        {(["all", ...topics] as const).map((topic) => (
          <li key={topic}>
            <a href={address("/feeds/world.atom", { topic: topic === "all" ? "" : topic, language: code })}>
              {text.topics[topic]}
            </a>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

interface ChoicesProps {
  legend: string;
  choices: readonly Choice[];
  selectedIds: readonly number[];
  onChoose: (selectedIds: readonly number[]) => void;
}

function Choices({ legend, choices, selectedIds, onChoose }: ChoicesProps) {
  if (choices.length === 0) return null;
  return (
    <fieldset className={css.choices}>
      <legend>{legend}</legend>
      {choices.map(({ id, name }) => (
        <label key={id}>
          <input
            type="checkbox"
            checked={selectedIds.includes(id)}
            onChange={({ target }) =>
              onChoose(target.checked ? [...selectedIds, id] : selectedIds.filter((selectedId) => selectedId !== id))
            }
          />
          {name}
        </label>
      ))}
    </fieldset>
  );
}

function CalendarAddress({ path }: { path: string }) {
  const id = useId();
  const origin = useIsHydrated() ? window.location.origin : "";
  const url = origin + path;
  return (
    <>
      <label htmlFor={id}>{text.calendarAddress}</label>
      <input className={input} id={id} readOnly value={url} onFocus={({ target }) => target.select()} />
      <div className={css.actions}>
        <AnchorButton href={url.replace(/^https?:/, "webcal:")}>{text.subscribe}</AnchorButton>
        <CopyButton value={url} copiedText={shared.copied}>
          {shared.copy}
        </CopyButton>
      </div>
    </>
  );
}
