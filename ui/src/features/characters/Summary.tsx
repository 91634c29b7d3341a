import * as text from "text:characterList";
import * as game from "text:game";
import { EmptyValue } from "@shared/components/EmptyValue";
import { Skeleton } from "@shared/components/Skeleton";
import { formatMonth } from "@shared/dates";
import { formatNumber } from "@shared/format";
import { NO_CHARACTER } from "@shared/missingReasons";
import type { ReactNode } from "react";
import type { Character } from "./queries";
import * as css from "./tab.module.css";

interface Props {
  characters: readonly Character[] | undefined;
  slots: number;
}

export function Summary({ characters, slots }: Props) {
  return (
    <dl className={css.strip}>
      <Figure label={game.characters}>{characters && <Count total={characters.length} slots={slots} />}</Figure>
      <Figure label={text.highest}>{characters && <Highest characters={characters} />}</Figure>
      <Figure label={text.totalKills}>{characters && <Kills characters={characters} />}</Figure>
    </dl>
  );
}

function Figure({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children ?? <Skeleton className={css.skeletonFigure} />}</dd>
    </div>
  );
}

/** An old account may have more characters than slots; then the slots are not shown. */
function Count({ total, slots }: { total: number; slots: number }) {
  return (
    <>
      {formatNumber(total)} {total <= slots && <small>{text.ofSlots({ slots: String(slots) })}</small>}
    </>
  );
}

function Highest({ characters: [first, ...otherCharacters] }: { characters: readonly Character[] }) {
  if (!first) return <EmptyValue reason={NO_CHARACTER} />;
  const highest = otherCharacters.reduce((best, character) => (character.level > best.level ? character : best), first);
  return (
    <>
      {highest.level}{" "}
      <small title={highest.name}>
        <bdi>{highest.name}</bdi>
      </small>
    </>
  );
}

function Kills({ characters }: { characters: readonly Character[] }) {
  const createdAt = earliestCreation(characters);
  return (
    <>
      {formatNumber(characters.reduce((sum, { pvp_kills }) => sum + pvp_kills, 0))}{" "}
      {createdAt && <small>{text.since({ month: formatMonth(createdAt) })}</small>}
    </>
  );
}

/** Returns the earliest creation date; null if one is unknown. */
function earliestCreation(characters: readonly Character[]): Date | null {
  const dates = characters.map(({ created_at }) => (created_at === null ? Number.NaN : Date.parse(created_at)));
  const first = Math.min(...dates);
  return Number.isFinite(first) ? new Date(first) : null;
}
