import itemPanels from "panels:itemState";
import * as game from "text:game";
import * as text from "text:watch";
import * as world from "text:world";
import { useGet } from "@shared/api/useGet";
import { formatAppointment } from "@shared/appointment";
import { Badge } from "@shared/components/Badge";
import { CharacterName } from "@shared/components/CharacterName";
import { CrestedClan } from "@shared/components/CrestedClan";
import { LocalTime } from "@shared/components/LocalTime";
import { Movement } from "@shared/components/Movement";
import { Skeleton } from "@shared/components/Skeleton";
import { formatRemaining } from "@shared/durations";
import { formatNumber } from "@shared/format";
import { Panels } from "@shared/panels";
import { useMinute } from "@shared/useMinute";
import type { ReactNode } from "react";
import * as css from "./groups.module.css";
import { keyOf, type Named } from "./subjects";

interface StarStateProps {
  star: Named;
  isSession: boolean;
}

/**
 * How a starred subject stands now. A visitor's stars stay in the browser: their states come from the lists that are
 * the same for everyone, so that no request names a star.
 */
export function StarState({ star, isSession }: StarStateProps) {
  if (star.kind === "character") return isSession ? <CharacterState star={star} /> : <ListedCharacter star={star} />;
  if (star.kind === "clan") return isSession ? <ClanState star={star} /> : <ListedClan star={star} />;
  if (star.kind === "boss") return <BossState id={star.id} />;
  return star.kind === "castle" ? <CastleState id={star.id} /> : <ItemState id={star.id} isSession={isSession} />;
}

/** Nothing after a failure: the name is there, with its page. */
function Line({ answer, children }: { answer: { data?: unknown; error?: unknown }; children: ReactNode }) {
  if (answer.data) return <p className={css.state}>{children}</p>;
  return answer.error ? null : <Skeleton className={css.skeleton} />;
}

interface Standing {
  rank: number;
  change: number | null | undefined;
  /** Kills of today; undefined: not known here. */
  gain?: number | undefined;
  level: number;
}

const Standing = ({ rank, change, gain, level }: Standing) => (
  <>
    <span>
      {game.pvpRank} <b>#{formatNumber(rank)}</b> <Movement change={change} />
    </span>
    {gain !== undefined && (
      <span>{gain > 0 ? text.today({ figure: `+${formatNumber(gain)}` }) : text.nothingToday}</span>
    )}
    <span>{game.levelOf({ level: formatNumber(level) })}</span>
  </>
);

function CharacterState({ star }: { star: Named }) {
  const answer = useGet(`/api/characters/${keyOf(star)}` as "/api/characters/{name}");
  const page = answer.data;
  return (
    <Line answer={answer}>
      {page && (
        <Standing
          rank={page.ranks.pvp.rank}
          change={page.ranks.pvp.rank_change_day}
          gain={page.progress?.gains.find(({ days }) => days === 1)?.pvp.value}
          level={page.level}
        />
      )}
    </Line>
  );
}

function ListedCharacter({ star }: { star: Named }) {
  const answer = useGet("/api/rankings/pvp");
  const row = answer.data?.data.find(({ char_id }) => char_id === star.id);
  return (
    <Line answer={answer}>
      {row ? <Standing rank={row.rank} change={row.rank_change_day} level={row.level} /> : text.notListed}
    </Line>
  );
}

interface ClanRow {
  rank: number;
  level: number;
  members: number;
  rank_change_day?: number | null;
}

const ClanLine = ({ clan: { rank, level, members, rank_change_day } }: { clan: ClanRow }) => (
  <>
    <Standing rank={rank} change={rank_change_day} level={level} />
    <span>{text.members({ count: members })}</span>
  </>
);

function ClanState({ star }: { star: Named }) {
  const answer = useGet(`/api/clans/${keyOf(star)}` as "/api/clans/{name}");
  return <Line answer={answer}>{answer.data && <ClanLine clan={answer.data.clan} />}</Line>;
}

function ListedClan({ star }: { star: Named }) {
  const answer = useGet("/api/clans");
  const row = answer.data?.data.find(({ clan_id }) => clan_id === star.id);
  return <Line answer={answer}>{row ? <ClanLine clan={row} /> : text.notListed}</Line>;
}

function BossState({ id }: { id: number }) {
  const answer = useGet("/api/world/bosses");
  const now = useMinute() ?? new Date();
  const boss = answer.data?.data.find((row) => row.id === id);
  const [from, to] = [boss?.window_from, boss?.window_to].map((at) => at && new Date(at));
  const isDead = boss?.state === "dead";
  const isOpen = isDead && from && to && from <= now && from < to;
  return (
    <Line answer={answer}>
      {boss && (
        <Badge tone={isOpen ? "wait" : isDead ? "off" : "good"}>
          {world.states[isOpen ? "open" : isDead ? "dead" : "alive"]}
        </Badge>
      )}
      {isDead && from && to && (
        <span>
          {isOpen
            ? world.closesIn({ time: <b>{formatRemaining(to, now)}</b> })
            : world.opensIn({ time: <b>{formatRemaining(from, now)}</b> })}
        </span>
      )}
    </Line>
  );
}

function CastleState({ id }: { id: number }) {
  const answer = useGet("/api/world/castles");
  const castle = answer.data?.data.find((row) => row.id === id);
  return (
    <Line answer={answer}>
      {castle && (castle.owner ? <CrestedClan clan={castle.owner} /> : <span>{world.noOwner}</span>)}
      {castle?.siege_at && (
        <span>
          {game.nextSiege} <LocalTime at={castle.siege_at} format={formatAppointment} />
        </span>
      )}
    </Line>
  );
}

const CURSED_WEAPONS = [8190, 8689];

/** Carrier of a cursed weapon; of other items what extras have, which a request of a visitor would name. */
function ItemState({ id, isSession }: { id: number; isSession: boolean }) {
  if (CURSED_WEAPONS.includes(id)) return <CursedWeapon id={id} />;
  if (!isSession) return null;
  return (
    <p className={css.state}>
      <Panels of={itemPanels} id={id} />
    </p>
  );
}

function CursedWeapon({ id }: { id: number }) {
  const answer = useGet("/api/world/wars");
  const weapon = answer.data?.cursed_weapons.find(({ item_id }) => item_id === id);
  return (
    <Line answer={answer}>
      {weapon ? (
        <span>{world.carriedBy({ name: <CharacterName {...weapon.holder} /> })}</span>
      ) : (
        <span>{text.nobodyCarries}</span>
      )}
    </Line>
  );
}
