import * as text from "text:reports";
import { ClanName } from "@shared/components/CharacterName";
import { LocalTime } from "@shared/components/LocalTime";
import { MoreLink } from "@shared/components/MoreLink";
import { Panel } from "@shared/components/Panel";
import { formatHour } from "@shared/format";
import { castlePath } from "@shared/placePaths";
import { formatAccuracy } from "@shared/shortDurations";
import type { SiegeAnswer } from "./answers";
import { formatMoment } from "./format";
import * as css from "./reports.module.css";
import * as siegeCss from "./siege.module.css";

export function Timeline({ report }: { report: SiegeAnswer }) {
  return (
    <Panel padded aria-labelledby="timeline">
      <h2 id="timeline" className={css.title}>
        {text.timeline}
      </h2>
      <ol className={siegeCss.timeline}>
        <li>
          <LocalTime at={report.started_at} format={formatHour} />
          <p>
            {text.begins}
            <small>{text.registered({ count: report.clans.length })}</small>
          </p>
        </li>
        {report.owners.map(({ at, accuracy_seconds, clan }) => (
          <li key={at} data-key>
            <LocalTime at={at} format={formatHour} />
            <p>
              <b>
                {clan
                  ? text.takes({ name: <ClanName name={clan.name} id={clan.clan_id} hidden={clan.hidden} /> })
                  : text.takesUnknown}
              </b>
              <small>{text.within({ time: formatAccuracy(accuracy_seconds) })}</small>
            </p>
          </li>
        ))}
        {report.ended_at && (
          <li>
            <LocalTime at={report.ended_at} format={formatHour} />
            <p>
              {text.ends}
              {report.next_siege_at && (
                <small>{text.nextSiege({ day: <LocalTime at={report.next_siege_at} format={formatMoment} /> })}</small>
              )}
            </p>
          </li>
        )}
      </ol>
      <MoreLink to={castlePath(report.castle)}>{text.castlePage({ castle: report.castle })}</MoreLink>
    </Panel>
  );
}
