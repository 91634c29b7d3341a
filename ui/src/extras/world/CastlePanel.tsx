import * as game from "text:game";
import * as text from "text:world";
import { formatAppointment } from "@shared/appointment";
import { formatCalendarDay } from "@shared/calendarDay";
import { Badge } from "@shared/components/Badge";
import { CharacterName } from "@shared/components/CharacterName";
import { Link } from "@shared/components/Link";
import { LocalTime } from "@shared/components/LocalTime";
import { MoreLink } from "@shared/components/MoreLink";
import { Panel } from "@shared/components/Panel";
import { SubjectActions } from "@shared/components/SubjectActions";
import { formatShortDay } from "@shared/dates";
import { formatRemaining } from "@shared/durations";
import { hourAtSite } from "@shared/hourAtSite";
import { siegeReportPath } from "@shared/reportPaths";
import { useZoneOffsets } from "@shared/siteZone";
import * as layout from "@shared/styles/layout.module.css";
import { useMinute } from "@shared/useMinute";
import type { ReactNode } from "react";
import { Clan } from "./Clan";
import { type Castle, ofSide, taxText } from "./castle";
import * as css from "./castles.module.css";
import { Fact } from "./Fact";
import { NextSiege } from "./NextSiege";
import * as world from "./world.module.css";

interface CastlePanelProps {
  castle: Castle;
  /** In place of a link to the castle's page. */
  title?: string;
  /** Below the facts. */
  children?: ReactNode;
}

/** The clan that owns a castle, and its leader. */
export const Owner = ({ castle: { owner, lord } }: { castle: Castle }) => (
  <span>
    <Clan clan={owner} />
    {lord && <small className={css.lord}>{text.lordIs({ name: <CharacterName {...lord} /> })}</small>}
  </span>
);

/** A castle: owner, siege, and the clans that have registered. */
export function CastlePanel({ castle, title, children }: CastlePanelProps) {
  const { id, name, path, registered, last_siege } = castle;
  return (
    <div className={layout.stack4} aria-live="polite">
      <Panel framed padded aria-labelledby="castle">
        <div className={css.head}>
          <h2 id="castle" className={world.title}>
            {title ?? <Link to={path}>{text.castleOf({ name })}</Link>}
          </h2>
          <span>
            <SubjectActions kind="castle" id={id} name={name} />{" "}
            <Badge tone="gold">{text.taxOf({ percent: taxText(castle.tax_percent) })}</Badge>
          </span>
        </div>
        <p className={css.owner}>
          <Owner castle={castle} />
        </p>
        <Siege castle={castle} />
        {children}
      </Panel>
      <Panel padded aria-labelledby="registered">
        <h2 id="registered" className={world.title}>
          {text.registered}
        </h2>
        {registered.length > 0 ? (
          <div className={css.sides}>
            <Side title={game.attackers} clans={ofSide(registered, "attacker")} />
            <Side title={game.defenders} clans={ofSide(registered, "defender", "owner", "waiting")} />
          </div>
        ) : (
          <p className={css.none}>{text.nobodyRegistered}</p>
        )}
        {last_siege && (
          <MoreLink to={siegeReportPath(id, last_siege)}>
            {text.lastReport({ day: formatCalendarDay(last_siege) })}
          </MoreLink>
        )}
      </Panel>
    </div>
  );
}

function Siege({ castle }: { castle: Castle }) {
  const { siege_at, registration_until, taken_at, taken_from } = castle;
  const now = useMinute();
  const offsets = useZoneOffsets();
  return (
    <dl className={world.facts}>
      <Fact name={game.nextSiege}>
        <NextSiege castle={castle} />
      </Fact>
      {siege_at && (
        <>
          {offsets.length > 0 && <Fact name={game.serverTime}>{now && hourAtSite(new Date(siege_at), offsets)}</Fact>}
          <Fact name={text.beginsIn}>
            <b className={css.count}>{now ? formatRemaining(new Date(siege_at), now) : "\u00a0"}</b>
          </Fact>
        </>
      )}
      {registration_until && (
        <Fact name={game.registrationCloses}>
          {now && new Date(registration_until) <= now ? (
            text.closed
          ) : (
            <LocalTime at={registration_until} format={formatAppointment} />
          )}
        </Fact>
      )}
      {taken_at && (
        <Fact name={text.taken}>
          {taken_from && <Clan clan={taken_from} />}
          {taken_from && ", "}
          <LocalTime at={taken_at} format={formatShortDay} />
        </Fact>
      )}
    </dl>
  );
}

const Side = ({ title, clans }: { title: string; clans: Castle["registered"] }) => (
  <div>
    <h3>
      {title}, {clans.length}
    </h3>
    <ul>
      {clans.map(({ clan }) => (
        <li key={clan.clan_id}>
          <Clan clan={clan} />
        </li>
      ))}
    </ul>
  </div>
);
