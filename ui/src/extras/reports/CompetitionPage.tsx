import colosseum from "art:scene-colosseum";
import * as text from "text:competition";
import * as gameText from "text:game";
import { code } from "text:language";
import { subjectTitles } from "text:pages";
import { competitionStates } from "text:rankings";
import { pictureAlt } from "text:reports";
import * as shared from "text:shared";
import { useGet } from "@shared/api/useGet";
import { competitionTitle } from "@shared/competitionTitle";
import { Badge } from "@shared/components/Badge";
import { Figure, Figures } from "@shared/components/Figures";
import { LocalTime } from "@shared/components/LocalTime";
import { useSiteTexts } from "@shared/content";
import { formatRemaining } from "@shared/durations";
import { formatNumber } from "@shared/format";
import { paths } from "@shared/paths";
import { reportPaths } from "@shared/reportPaths";
import * as layout from "@shared/styles/layout.module.css";
import { useMinute } from "@shared/useMinute";
import { useNameInPath } from "@shared/useNameInPath";
import type { CompetitionAnswer } from "./answers";
import { CompetitionBoard } from "./CompetitionBoard";
import { CompetitionRules } from "./CompetitionRules";
import { formatMoment } from "./format";
import { formatPeriod } from "./formatPeriod";
import { OtherCompetitions } from "./OtherCompetitions";
import { Report, ReportPage } from "./ReportPage";
import * as css from "./reports.module.css";
import { Share } from "./Share";

const TONES = { upcoming: "wait", running: "good", provisional: "wait", final: "gold", closed: "off" } as const;

/** A competition: its board, its rules and its prizes. */
export default function CompetitionPage() {
  const id = encodeURIComponent(useNameInPath(reportPaths.competition));
  const { data, error } = useGet(`/api/competitions/${id}` as "/api/competitions/{competition_id}");
  const { name, game } = useSiteTexts();
  return (
    <Report
      data={data}
      error={error}
      picture={colosseum}
      scene="colosseum"
      none={{ title: text.none, to: `${paths.rankings}?tab=competitions`, more: text.all }}
    >
      {(board) => (
        <ReportPage
          title={competitionTitle(board.competition)}
          documentTitle={subjectTitles["/competition/:id"]({ title: competitionTitle(board.competition), name, game })}
          picture={colosseum}
          scene="colosseum"
          lead={<Lead {...board} />}
        >
          <CompetitionFigures {...board} />
          <div className={css.columns}>
            <CompetitionBoard board={board} />
            <div className={layout.stack4}>
              <CompetitionRules competition={board.competition} />
              <OtherCompetitions id={board.competition.id} />
            </div>
          </div>
          <Share
            picture={`/share/competition/${id}.${code}.jpg`}
            alt={pictureAlt({ title: competitionTitle(board.competition) })}
          />
        </ReportPage>
      )}
    </Report>
  );
}

function Lead({ competition: { first_day, last_day, state } }: CompetitionAnswer) {
  return (
    <>
      {formatPeriod(first_day, last_day)}
      <br />
      <Badge tone={TONES[state]}>{competitionStates[state]}</Badge>
    </>
  );
}

function CompetitionFigures(board: CompetitionAnswer) {
  const { metric, entrants, prizes } = board.competition;
  const total = prizes.reduce((sum, coins) => sum + coins, 0);
  return (
    <Figures framed>
      <Figure label={shared.counts} note={text.entrants[entrants]} isName>
        {gameText.metrics[metric]}
      </Figure>
      <TimeLeft {...board} />
      <Figure
        label={text.prizes}
        isName={total === 0}
        note={prizes.length > 0 && text.places({ count: prizes.length })}
      >
        {total > 0 ? shared.coinsShown({ count: total, shown: formatNumber(total) }) : text.noPrizes}
      </Figure>
    </Figures>
  );
}

/** The time until the next state; a dash and its date while the page must equal what the service rendered. */
function TimeLeft({ competition: { state, starts_at, ends_at }, final_at }: CompetitionAnswer) {
  const now = useMinute();
  if (state === "final" || state === "closed")
    return (
      <Figure label={text.ended} isName>
        <LocalTime at={ends_at} format={formatMoment} />
      </Figure>
    );
  const phaseEnd = { upcoming: starts_at, running: ends_at, provisional: final_at }[state];
  const isAhead = now !== null && new Date(phaseEnd) > now;
  return (
    <Figure
      label={text.until[state]}
      isName={now !== null && !isAhead}
      note={(isAhead || !now) && <LocalTime at={phaseEnd} format={formatMoment} />}
    >
      {!now ? (
        "–"
      ) : isAhead ? (
        formatRemaining(new Date(phaseEnd), now)
      ) : (
        <LocalTime at={phaseEnd} format={formatMoment} />
      )}
    </Figure>
  );
}
