import * as gameText from "text:game";
import { code } from "text:language";
import { subjectTitles } from "text:pages";
import { allBosses } from "text:places";
import * as text from "text:reports";
import * as shared from "text:shared";
import { useGet } from "@shared/api/useGet";
import { bossScene } from "@shared/bossScenes";
import { formatCalendarDay } from "@shared/calendarDay";
import { ClanName } from "@shared/components/CharacterName";
import { CrestedClan } from "@shared/components/CrestedClan";
import { Figure, Figures } from "@shared/components/Figures";
import { LocalTime } from "@shared/components/LocalTime";
import { Panel } from "@shared/components/Panel";
import { Table } from "@shared/components/Table";
import { useSiteTexts } from "@shared/content";
import { formatDuration } from "@shared/durations";
import { formatNumber } from "@shared/format";
import { paths } from "@shared/paths";
import { nameOfPlace } from "@shared/placeNames";
import { reportPaths } from "@shared/reportPaths";
import { formatAccuracy } from "@shared/shortDurations";
import { useNamesInPath } from "@shared/useNameInPath";
import type { BossAnswer } from "./answers";
import { Bar } from "./Bar";
import { formatMoment } from "./format";
import { Intervals } from "./Intervals";
import { Party } from "./Party";
import { Report, ReportPage } from "./ReportPage";
import * as css from "./reports.module.css";
import { Share } from "./Share";

/** The report of a boss kill. */
export default function BossReport() {
  const [boss = "", moment = ""] = useNamesInPath(reportPaths.boss).map(encodeURIComponent);
  const { data, error } = useGet(`/api/world/bosses/${boss}/${moment}` as "/api/world/bosses/{boss}/{moment}");
  const { name, game } = useSiteTexts();
  return (
    <Report
      data={data}
      error={error}
      picture={bossScene(0)}
      scene="boss"
      none={{ title: text.noKill, to: `${paths.world}?tab=bosses`, more: allBosses }}
    >
      {(report) => (
        <ReportPage
          title={text.falls({ name: report.name })}
          documentTitle={subjectTitles["/bosses/:boss/:moment"]({
            title: report.name,
            date: formatCalendarDay(report.died_at.slice(0, 10)),
            name,
            game,
          })}
          picture={bossScene(report.boss)}
          scene="boss"
          lead={<KillTime report={report} />}
        >
          <KillFigures report={report} />
          <Party report={report} />
          <div className={css.columns}>
            <Intervals report={report} />
            <Hunters report={report} />
          </div>
          <Share
            week={report.week}
            picture={`/share/boss/${boss}.${moment}.${code}.jpg`}
            alt={text.pictureAlt({ title: text.falls({ name: report.name }) })}
          />
        </ReportPage>
      )}
    </Report>
  );
}

function KillTime({ report }: { report: BossAnswer }) {
  const place = report.zone && text.bossPlace({ level: String(report.level), zone: nameOfPlace(report.zone) });
  return (
    <>
      <LocalTime at={report.died_at} format={formatMoment} />
      {report.accuracy_seconds > 1 && <> {text.within({ time: formatAccuracy(report.accuracy_seconds) })}</>}
      {place && (
        <>
          <br />
          {place}
        </>
      )}
    </>
  );
}

/** Clans of the party by their number of players, of those who show theirs. */
function clansOf(report: BossAnswer) {
  const clans = new Map<number, { clan: NonNullable<BossAnswer["party"][number]["clan"]>; players: number }>();
  for (const { clan } of report.party)
    if (clan) clans.set(clan.clan_id, { clan, players: (clans.get(clan.clan_id)?.players ?? 0) + 1 });
  return [...clans.values()].sort((a, b) => b.players - a.players);
}

const LISTED_CLANS = 3;

function KillFigures({ report }: { report: BossAnswer }) {
  const total = report.party.length;
  const clans = clansOf(report);
  const main = clans.find(({ players }) => 2 * players >= total);
  const hunterClan = main && report.clans.find(({ clan }) => clan.clan_id === main.clan.clan_id);
  return (
    <Figures framed>
      <Figure
        label={text.killedBy}
        isName
        note={clans.slice(0, LISTED_CLANS).map(({ clan, players }) => (
          <span key={clan.clan_id} className={css.line}>
            {clan !== main?.clan && (
              <>
                <ClanName name={clan.name} id={clan.clan_id} hidden={clan.hidden} />{" "}
              </>
            )}
            {text.ofPlayers({ count: players, total: formatNumber(total) })}
          </span>
        ))}
      >
        <Killers main={main?.clan} total={total} />
      </Figure>
      <Figure
        label={text.sinceLast}
        isName={!report.interval_seconds}
        note={report.earlier[0] && <LocalTime at={report.earlier[0]} format={formatMoment} />}
      >
        {report.interval_seconds ? formatDuration(report.interval_seconds) : text.firstKill}
      </Figure>
      {report.window_from && report.window_to && (
        <WaitFigure report={report} from={report.window_from} to={report.window_to} />
      )}
      {hunterClan && (
        <Figure label={text.killsByClan} note={text.ofTracked({ count: report.kills })}>
          {formatNumber(hunterClan.kills)}
        </Figure>
      )}
    </Figures>
  );
}

function Killers({
  main,
  total,
}: {
  main: { name: string; clan_id: number; hidden?: boolean } | undefined;
  total: number;
}) {
  if (main) return <ClanName name={main.name} id={main.clan_id} hidden={main.hidden} />;
  return total > 0 ? shared.playerCount({ count: total }) : shared.notKnown;
}

const seconds = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / 1000;

function WaitFigure({ report, from, to }: { report: BossAnswer; from: string; to: string }) {
  return (
    <Figure label={text.waited} note={text.windowOf({ time: formatDuration(seconds(from, to)) })}>
      {formatDuration(Math.max(60, seconds(from, report.died_at)))}
    </Figure>
  );
}

const HUNTERS = 6;

function Hunters({ report }: { report: BossAnswer }) {
  if (report.clans.length === 0) return null;
  const max = Math.max(...report.clans.map(({ kills }) => kills));
  return (
    <Panel padded aria-labelledby="hunters">
      <h2 id="hunters" className={css.title}>
        {text.hunters({ name: report.name })}
      </h2>
      <p className={css.note}>{text.tracked({ count: report.kills })}</p>
      <Table
        cards={false}
        caption={text.killsPerClan}
        rows={report.clans.slice(0, HUNTERS)}
        keyOf={({ clan }) => clan.clan_id}
        columns={[
          { name: gameText.clan, show: ({ clan }) => <CrestedClan clan={clan} /> },
          { name: shared.part, hidden: true, className: css.barCell, show: ({ kills }) => <Bar share={kills / max} /> },
          { name: gameText.kills, end: true, show: ({ kills }) => formatNumber(kills) },
        ]}
      />
    </Panel>
  );
}
