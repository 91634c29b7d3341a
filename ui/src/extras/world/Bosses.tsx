import * as game from "text:game";
import * as shared from "text:shared";
import * as text from "text:world";
import { useGet } from "@shared/api/useGet";
import { EmptyState } from "@shared/components/EmptyState";
import { SearchField } from "@shared/components/Field";
import { Segments } from "@shared/components/Segments";
import { nameOfPlace } from "@shared/placeNames";
import { useMinute } from "@shared/useMinute";
import { useSearchParams } from "react-router-dom";
import { BossFigures } from "./BossFigures";
import { BossTable } from "./BossTable";
import { BossWindows } from "./BossWindows";
import * as css from "./bosses.module.css";
import { type Boss, type BossTimes, LEVELS, levelsOf, STATES, stateOf, windowOf } from "./bossStates";
import { WorldBlock } from "./WorldBlock";

/**
 * Browsers keep the answer for 15 seconds. A death is shown within 90: the game is read every 60 seconds, and a process
 * learns of it within 5.
 */
const REFRESH = { refreshInterval: 16_000 };

export function Bosses() {
  const answer = useGet("/api/world/bosses", undefined, REFRESH);
  const times = answer.data?.times ?? "window";
  return (
    <WorldBlock answer={answer} note={isUnknown(answer.data?.data ?? [], times) ? text.delaysUnknown : NOTES[times]}>
      {({ data, taken_at }) => <LoadedBosses bosses={data} times={times} takenAt={taken_at} />}
    </WorldBlock>
  );
}

/** Deaths were seen, and none of them has a window. */
const isUnknown = (bosses: readonly Boss[], times: BossTimes) =>
  times !== "state" && bosses.some(({ state, died_at }) => state === "dead" && died_at) && !bosses.some(windowOf);

const NOTES: Readonly<Record<BossTimes, string>> = {
  window: text.windowsOnly,
  exact: text.exactTimes,
  state: text.statesOnly,
  off: "",
};

interface LoadedProps {
  bosses: readonly Boss[];
  times: BossTimes;
  /** The clock of the page until the reader's is known. */
  takenAt: string;
}

function LoadedBosses({ bosses, times, takenAt }: LoadedProps) {
  const now = useMinute();
  const [query, setQuery] = useSearchParams();
  const name = query.get("q") ?? "";
  const state = STATES.find((candidate) => candidate === query.get("state")) ?? "all";
  const level = levelsOf(query.get("level"));
  const search = (text: string) => {
    const next = new URLSearchParams(query);
    if (text) next.set("q", text);
    else next.delete("q");
    setQuery(next, { replace: true });
  };
  const clock = now ?? new Date(takenAt);
  const states = bosses.map((boss) => stateOf(boss, clock));
  const segments = STATES.map((id) => ({
    id,
    label: text.states[id],
    count: states.filter((candidate) => candidate === id).length,
  })).filter(({ count }) => count > 0);
  const visibleBosses = bosses.filter(
    (boss, index) =>
      (state === "all" || states[index] === state) &&
      level.from <= boss.level &&
      boss.level <= level.to &&
      `${boss.name} ${nameOfPlace(boss.zone)}`.toLowerCase().includes(name.toLowerCase()),
  );
  return (
    <>
      <BossFigures bosses={bosses} now={now} clock={clock} />
      {times !== "state" && <BossWindows bosses={bosses} now={now} clock={clock} />}
      <div className={css.filters}>
        <SearchField
          label={text.bossOrZone}
          defaultValue={name}
          maxLength={40}
          onChange={(event) => search(event.target.value)}
        />
        <Segments
          label={shared.state}
          name="state"
          current={state}
          segments={[{ id: "all", label: text.all, count: bosses.length }, ...segments]}
        />
        <Segments
          label={game.level}
          name="level"
          current={level.id}
          segments={LEVELS.map(({ id, from, to }) => ({ id, label: levelsText(from, to) }))}
        />
      </div>
      {visibleBosses.length > 0 ? (
        <BossTable bosses={visibleBosses} times={times} now={now} clock={clock} />
      ) : (
        <EmptyState title={text.noBoss}>{text.noBossText}</EmptyState>
      )}
    </>
  );
}

function levelsText(from: number, to: number): string {
  if (from === 0) return text.anyLevel;
  return to === 99 ? `${from}+` : `${from}–${to}`;
}
