import * as text from "text:clan";
import * as game from "text:game";
import * as shared from "text:shared";
import { ClanName } from "@shared/components/CharacterName";
import { LocalTime } from "@shared/components/LocalTime";
import { Section } from "@shared/components/Section";
import { FoldedTable } from "@shared/components/Table";
import { formatShortDay } from "@shared/dates";
import * as utility from "@shared/styles/utility.module.css";
import type { ClanHistory } from "./answers";
import * as css from "./castles.module.css";

type Castle = ClanHistory["castles"][number];
type Hold = Castle["holds"][number];

const DAY = 86_400_000;
const SPAN = 84 * DAY;
const ROW = 46;
/** Of the name on a bar; a name that may not fit is in its tip alone. */
const PADDING = 9;
const LETTER = 8;

/** Owners of the castles that the clan has held in the last twelve weeks. `now`: of the snapshot, as rendered. */
export function Castles({ castles, clanId, now }: { castles: readonly Castle[]; clanId: number; now: Date }) {
  return (
    <Section title={game.castles} note={text.castlesNote}>
      {castles.length === 0 ? (
        <p className={utility.muted}>{text.noCastles}</p>
      ) : (
        <>
          <Timeline castles={castles} clanId={clanId} now={now} width={716} names={75} className={css.wide} />
          <Timeline castles={castles} clanId={clanId} now={now} width={326} names={63} className={css.narrow} />
          <FoldedTable
            label={game.castles}
            columns={[game.castle, text.takenBy, shared.when]}
            rows={castles.flatMap(({ name, holds }) => holds.map((hold) => changeOf(name, hold)))}
          />
        </>
      )}
    </Section>
  );
}

interface TimelineProps {
  castles: readonly Castle[];
  clanId: number;
  now: Date;
  width: number;
  /** Width of the column of names. */
  names: number;
  className: string | undefined;
}

function Timeline({ castles, clanId, now, width, names, className }: TimelineProps) {
  const first = now.getTime() - SPAN;
  const x = (at: number) => names + (Math.max(0, at - first) / SPAN) * (width - names);
  return (
    <svg className={`${css.timeline} ${className}`} viewBox={`0 0 ${width} ${castles.length * ROW}`} aria-hidden="true">
      {castles.map((castle, row) => (
        <g key={castle.castle_id}>
          <text x={0} y={row * ROW + 26} className={css.castleName}>
            {castle.name}
          </text>
          {castle.holds.map((hold) => {
            const [from, until] = [x(startOf(hold)), x(hold.until ? Date.parse(hold.until) : now.getTime())];
            const isOwn = hold.clan?.clan_id === clanId;
            const name = hold.clan?.name ?? text.noOwner;
            return (
              <svg
                key={hold.since}
                x={from + 1}
                y={row * ROW + 6}
                width={Math.max(2, until - from - 2)}
                height={32}
                aria-hidden="true"
              >
                <rect width="100%" height={32} rx={5} className={isOwn ? css.own : css.other} />
                <title>{name}</title>
                {until - from > 2 * PADDING + name.length * LETTER && (
                  <text x={PADDING} y={20} className={isOwn ? css.onOwn : undefined}>
                    {name}
                  </text>
                )}
              </svg>
            );
          })}
        </g>
      ))}
    </svg>
  );
}

const startOf = (hold: Hold) => (hold.since ? Date.parse(hold.since) : 0);

const changeOf = (name: string, { clan, since }: Hold) => [
  name,
  clan ? <ClanName key={clan.clan_id} name={clan.name} id={clan.clan_id} hidden={clan.hidden} /> : text.noOwner,
  since ? <LocalTime key={since} at={since} format={formatShortDay} /> : text.beforeTracking,
];
