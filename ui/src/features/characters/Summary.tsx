import * as text from "text:characterList";
import * as game from "text:game";
import { EmptyValue } from "@shared/components/EmptyValue";
import { Figure, Figures } from "@shared/components/Figures";
import { Skeleton } from "@shared/components/Skeleton";
import { formatMonth } from "@shared/dates";
import { formatNumber } from "@shared/format";
import { NO_CHARACTER } from "@shared/missingReasons";
import type { Character } from "./queries";
import * as css from "./tab.module.css";

const PENDING = <Skeleton className={css.skeletonFigure} />;
/** Keeps the line of a note. */
const PENDING_NOTE = "\u00a0";

interface Props {
  characters: readonly Character[] | undefined;
  slots: number;
}

export function Summary({ characters, slots }: Props) {
  const highest = characters?.reduce<Character | undefined>(
    (best, character) => (best && best.level >= character.level ? best : character),
    undefined,
  );
  const since = characters && earliestCreation(characters);
  // An old account may have more characters than slots; then the slots are not shown.
  const isWithin = characters && characters.length <= slots;
  return (
    <Figures>
      <Figure
        label={game.characters}
        note={characters ? isWithin && text.ofSlots({ slots: String(slots) }) : PENDING_NOTE}
      >
        {characters ? formatNumber(characters.length) : PENDING}
      </Figure>
      <Figure label={text.highest} note={characters ? highest && <bdi>{highest.name}</bdi> : PENDING_NOTE}>
        {characters ? (highest?.level ?? <EmptyValue reason={NO_CHARACTER} />) : PENDING}
      </Figure>
      <Figure
        label={text.totalKills}
        note={characters ? since && text.since({ month: formatMonth(since) }) : PENDING_NOTE}
      >
        {characters ? formatNumber(characters.reduce((sum, { pvp_kills }) => sum + pvp_kills, 0)) : PENDING}
      </Figure>
    </Figures>
  );
}

/** Returns the earliest creation date; null if one is unknown. */
function earliestCreation(characters: readonly Character[]): Date | null {
  const dates = characters.map(({ created_at }) => (created_at === null ? Number.NaN : Date.parse(created_at)));
  const first = Math.min(...dates);
  return Number.isFinite(first) ? new Date(first) : null;
}
