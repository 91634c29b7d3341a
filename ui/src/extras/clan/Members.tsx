import * as text from "text:clan";
import * as dates from "text:dates";
import * as game from "text:game";
import { races } from "text:game";
import * as shared from "text:shared";
import { formatCalendarDay } from "@shared/calendarDay";
import { Button } from "@shared/components/Button";
import { CharacterName } from "@shared/components/CharacterName";
import { Panel } from "@shared/components/Panel";
import { CharacterActions } from "@shared/components/SubjectActions";
import { type Column, Table } from "@shared/components/Table";
import { CRESTS } from "@shared/emblems";
import { formatNumber } from "@shared/format";
import { memo, startTransition, useDeferredValue, useState } from "react";
import type { ClanHistory, ClanPage } from "./answers";
import * as css from "./members.module.css";

type Member = ClanPage["members"][number];
type Order = "pvp" | "level" | "gain";

const FIRST = 10;
const ORDERS: readonly (readonly [Order, string])[] = [
  ["pvp", game.pvpKills],
  ["level", game.level],
  ["gain", text.gainedThisWeek],
];

interface Props {
  members: ClanPage["members"];
  history: ClanHistory | undefined;
}

export function Members({ members, history }: Props) {
  const [order, setOrder] = useState<Order>("pvp");
  const [isWhole, setWhole] = useState(false);
  return (
    <Panel className={css.members} aria-labelledby="members">
      <div className={css.head}>
        <h2 id="members">{text.members}</h2>
        <fieldset aria-label={shared.sortBy} className={css.orders}>
          {ORDERS.map(([name, label]) => (
            <button key={name} type="button" aria-pressed={order === name} onClick={() => setOrder(name)}>
              {label}
            </button>
          ))}
        </fieldset>
      </div>
      <MemberTable order={useDeferredValue(order)} {...{ members, history, isWhole }} />
      {members.length > FIRST && !isWhole && (
        <p className={css.more}>
          <Button look="ghost" onClick={() => startTransition(() => setWhole(true))}>
            {text.showAll({ count: members.length })}
          </Button>
        </p>
      )}
    </Panel>
  );
}

/** Rendered after the button that was pressed: a clan has up to some hundred rows. */
const MemberTable = memo(function MemberTable({
  members,
  history,
  order,
  isWhole,
}: Props & { order: Order; isWhole: boolean }) {
  const of = (member: Member) => (member.char_id === null ? undefined : history?.members[String(member.char_id)]);
  const value = (member: Member) =>
    (order === "gain" ? of(member)?.pvp_gain : order === "level" ? member.level : member.pvp_kills) ?? -1;
  const sortedMembers = [...members].sort((a, b) => value(b) - value(a));
  const visibleMembers = isWhole ? sortedMembers : sortedMembers.slice(0, FIRST);
  return (
    <Table
      className={css.memberTable}
      caption={text.members}
      columns={COLUMNS.map((column) => (column.order === order ? { ...column, sort: "descending" } : column))}
      rows={visibleMembers.map((member) => ({ member, history: of(member) }))}
      keyOf={({ member }) => member.char_id ?? `hidden ${members.indexOf(member)}`}
    />
  );
});

interface MemberRow {
  member: Member;
  history: ClanHistory["members"][string] | undefined;
}

const COLUMNS: readonly (Column<MemberRow> & { order?: Order })[] = [
  {
    name: game.character,
    className: css.name,
    show: ({ member }) => (
      <>
        <CharacterActions {...member} />
        {member.race !== null && (
          <img src={CRESTS[member.race]} width={22} height={22} alt={(races as Record<number, string>)[member.race]} />
        )}
        <CharacterName {...member} />
        {member.is_leader && <small>{text.leader}</small>}
      </>
    ),
  },
  { name: game.level, order: "level", className: css.level, show: ({ member }) => member.level ?? "–" },
  { name: game.className, className: css.className, show: ({ member }) => member.class_name ?? shared.keptPrivate },
  {
    name: game.pvpKills,
    order: "pvp",
    className: css.kills,
    show: ({ member: { pvp_kills } }) => (pvp_kills === null ? "–" : formatNumber(pvp_kills)),
  },
  {
    name: dates.sevenDays,
    order: "gain",
    className: css.gain,
    cell: ({ history }) => ({ "data-sign": history?.pvp_gain ? "+" : undefined }),
    show: ({ history }) => (history ? (history.pvp_gain > 0 ? "+" : "") + formatNumber(history.pvp_gain) : "–"),
  },
  {
    name: text.joined,
    className: css.since,
    show: ({ history }) => (history ? (history.joined ? formatCalendarDay(history.joined) : text.beforeTracking) : "–"),
  },
  {
    name: text.lastSevenDays,
    className: css.activity,
    show: ({ history }) => (history ? <Week minutes={history.minutes} /> : "–"),
  },
];

/** Least minutes of each level of activity. */
const LEVELS = [1, 60, 180, 360];

function Week({ minutes }: { minutes: readonly number[] }) {
  const active = minutes.filter((value) => value > 0).length;
  return (
    <span className={css.week} role="img" aria-label={text.activeDays({ count: active })}>
      {minutes.map((value, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: days never move
        <i key={index} data-level={LEVELS.filter((threshold) => value >= threshold).length} />
      ))}
    </span>
  );
}
