import * as text from "text:clan";
import * as dates from "text:dates";
import * as game from "text:game";
import { races } from "text:game";
import * as shared from "text:shared";
import { Button } from "@shared/components/Button";
import { CharacterName } from "@shared/components/CharacterName";
import { Panel } from "@shared/components/Panel";
import { Cell, Row, RowHeader, Table } from "@shared/components/Table";
import { formatCalendarDay } from "@shared/dates";
import { CRESTS } from "@shared/emblems";
import { formatNumber } from "@shared/format";
import { useState } from "react";
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
  const of = (member: Member) => (member.char_id === null ? undefined : history?.members[String(member.char_id)]);
  const value = (member: Member) =>
    (order === "gain" ? of(member)?.pvp_gain : order === "level" ? member.level : member.pvp_kills) ?? -1;
  const sortedMembers = [...members].sort((a, b) => value(b) - value(a));
  const visibleMembers = isWhole ? sortedMembers : sortedMembers.slice(0, FIRST);
  const sort = (name: Order) => (order === name ? { sort: "descending" as const } : {});
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
      <Table
        className={css.memberTable}
        caption={text.members}
        columns={[
          game.character,
          { name: game.level, ...sort("level") },
          game.className,
          { name: game.pvpKills, className: css.end, ...sort("pvp") },
          { name: dates.sevenDays, className: css.end, ...sort("gain") },
          text.joined,
          text.lastSevenDays,
        ]}
      >
        {visibleMembers.map((member, index) => (
          <MemberRow key={member.char_id ?? `hidden ${index}`} member={member} history={of(member)} />
        ))}
      </Table>
      {members.length > FIRST && !isWhole && (
        <p className={css.more}>
          <Button look="ghost" onClick={() => setWhole(true)}>
            {text.showAll({ count: members.length })}
          </Button>
        </p>
      )}
    </Panel>
  );
}

type MemberHistory = ClanHistory["members"][string];

function MemberRow({ member, history }: { member: Member; history: MemberHistory | undefined }) {
  return (
    <Row>
      <RowHeader className={css.name}>
        {member.race !== null && (
          <img src={CRESTS[member.race]} width={22} height={22} alt={(races as Record<number, string>)[member.race]} />
        )}
        <CharacterName {...member} />
        {member.is_leader && <small>{text.leader}</small>}
      </RowHeader>
      <Cell className={css.level}>{member.level ?? "–"}</Cell>
      <Cell className={css.className}>{member.class_name ?? shared.keptPrivate}</Cell>
      <Cell className={css.kills}>{member.pvp_kills === null ? "–" : formatNumber(member.pvp_kills)}</Cell>
      <Cell className={css.gain} data-sign={history?.pvp_gain ? "+" : undefined}>
        {history ? (history.pvp_gain > 0 ? "+" : "") + formatNumber(history.pvp_gain) : "–"}
      </Cell>
      <Cell className={css.since}>
        {history ? (history.joined ? formatCalendarDay(history.joined) : text.beforeTracking) : "–"}
      </Cell>
      <Cell className={css.activity}>{history ? <Week minutes={history.minutes} /> : "–"}</Cell>
    </Row>
  );
}

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
