import siege from "art:scene-siege";
import * as gameText from "text:game";
import { code } from "text:language";
import { subjectTitles } from "text:pages";
import { allCastles } from "text:places";
import * as text from "text:reports";
import * as shared from "text:shared";
import { useGet } from "@shared/api/useGet";
import { formatCalendarDay } from "@shared/calendarDay";
import { Badge } from "@shared/components/Badge";
import { CrestedClan } from "@shared/components/CrestedClan";
import { Figure, Figures } from "@shared/components/Figures";
import { Icon } from "@shared/components/Icon";
import { LocalTime } from "@shared/components/LocalTime";
import { Panel } from "@shared/components/Panel";
import { useSiteTexts } from "@shared/content";
import { formatNumber } from "@shared/format";
import { paths } from "@shared/paths";
import { reportPaths } from "@shared/reportPaths";
import { useNamesInPath } from "@shared/useNameInPath";
import { isAttacker, type SiegeAnswer, sum } from "./answers";
import { formatMoment } from "./format";
import { Quarters } from "./Quarters";
import { Report, ReportPage } from "./ReportPage";
import * as css from "./reports.module.css";
import { Share } from "./Share";
import { Sides } from "./Sides";
import * as siegeCss from "./siege.module.css";
import { Timeline } from "./Timeline";

/** The report of a castle siege. */
export default function SiegeReport() {
  const [castle = "", day = ""] = useNamesInPath(reportPaths.siege).map(encodeURIComponent);
  const { data, error } = useGet(`/api/world/sieges/${castle}/${day}` as "/api/world/sieges/{castle}/{day}");
  const { name, game } = useSiteTexts();
  return (
    <Report
      data={data}
      error={error}
      picture={siege}
      scene="siege"
      none={{ title: text.noSiege, to: `${paths.world}?tab=castles`, more: allCastles }}
    >
      {(report) => (
        <ReportPage
          title={text.siegeOf({ castle: report.castle })}
          documentTitle={subjectTitles["/sieges/:castle/:day"]({
            title: report.castle,
            date: formatCalendarDay(report.day),
            name,
            game,
          })}
          picture={siege}
          scene="siege"
          lead={<Lead report={report} day={day} />}
        >
          <Owners report={report} />
          <SiegeFigures report={report} />
          <div className={css.columns}>
            <Quarters report={report} />
            <Timeline report={report} />
          </div>
          <Sides report={report} />
          <Sources report={report} />
          <Share
            week={report.week}
            picture={report.ended_at ? `/share/siege/${castle}.${day}.${code}.jpg` : undefined}
            alt={text.pictureAlt({ title: text.siegeOf({ castle: report.castle }) })}
          />
        </ReportPage>
      )}
    </Report>
  );
}

function Lead({ report, day }: { report: SiegeAnswer; day: string }) {
  return (
    <>
      <time dateTime={day}>{formatCalendarDay(day)}</time>
      <br />
      {!report.ended_at && <Badge tone="wait">{shared.running}</Badge>}
      {report.ended_at && report.is_provisional && <Badge tone="wait">{text.provisional}</Badge>}
    </>
  );
}

function Owners({ report: { owner_before, owner_after, held_since, ended_at } }: { report: SiegeAnswer }) {
  const heldSince = held_since && (
    <small>{text.heldSince({ day: <LocalTime at={held_since} format={formatMoment} /> })}</small>
  );
  const keeps = owner_before && (!ended_at || owner_before.clan_id === owner_after?.clan_id);
  if (keeps)
    return (
      <Panel framed padded className={siegeCss.kept} aria-label={text.owner}>
        <small>{ended_at ? text.keeps : text.ownerAtStart}</small>
        <b>
          <CrestedClan clan={owner_before} />
        </b>
        {heldSince}
      </Panel>
    );
  return (
    <Panel framed padded className={siegeCss.owners} aria-label={text.owner}>
      <p>
        <small>{text.ownerBefore}</small>
        <b>{owner_before ? <CrestedClan clan={owner_before} /> : shared.nobody}</b>
        {heldSince}
      </p>
      <Icon name="arrow" />
      <p>
        <small>{text.ownerAfter}</small>
        <b>{owner_after ? <CrestedClan clan={owner_after} /> : ended_at ? shared.nobody : "…"}</b>
      </p>
    </Panel>
  );
}

function SiegeFigures({ report: { clans, quarters, owners, ended_at } }: { report: SiegeAnswer }) {
  const attacking = clans.filter(isAttacker).length;
  const areKillsCounted = quarters && ended_at;
  const kills = {
    attackers: sum((quarters ?? []).map((row) => row.attackers)),
    defenders: sum((quarters ?? []).map((row) => row.defenders)),
  };
  return (
    <Figures>
      {areKillsCounted && (
        <Figure
          label={gameText.pvpKills}
          note={text.bySides({ attackers: formatNumber(kills.attackers), defenders: formatNumber(kills.defenders) })}
        >
          {formatNumber(kills.attackers + kills.defenders)}
        </Figure>
      )}
      <Figure
        label={gameText.clans}
        note={text.sidesOf({ attacking: formatNumber(attacking), defending: formatNumber(clans.length - attacking) })}
      >
        {formatNumber(clans.length)}
      </Figure>
      {areKillsCounted && (
        <Figure
          label={text.playersWithKill}
          note={text.ofMembers({ total: formatNumber(sum(clans.map((row) => row.members))) })}
        >
          {formatNumber(sum(clans.map((row) => row.killers)))}
        </Figure>
      )}
      <Figure label={text.changedHands}>{text.times({ count: owners.length })}</Figure>
    </Figures>
  );
}

function Sources({ report }: { report: SiegeAnswer }) {
  return (
    <Panel padded aria-labelledby="known">
      <h2 id="known" className={css.title}>
        {text.howKnown}
      </h2>
      <ul className={siegeCss.known}>
        {report.quarters ? (
          <>
            <li>{text.knownKills}</li>
            <li>{text.knownSaves}</li>
            {!report.ended_at && <li>{text.knownDelay}</li>}
            {report.counted_from && report.counted_from > report.started_at && (
              <li>
                {text.countedFrom({ time: <LocalTime inSentence at={report.counted_from} format={formatMoment} /> })}
              </li>
            )}
          </>
        ) : (
          <li>{text.notCounted}</li>
        )}
        <li>{text.knownSides}</li>
      </ul>
    </Panel>
  );
}
