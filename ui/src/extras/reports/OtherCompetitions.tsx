import * as text from "text:competition";
import { competitionStates } from "text:rankings";
import * as shared from "text:shared";
import { useGet } from "@shared/api/useGet";
import { competitionTitle } from "@shared/competitionTitle";
import { Link } from "@shared/components/Link";
import { MoreLink } from "@shared/components/MoreLink";
import { Panel } from "@shared/components/Panel";
import { paths } from "@shared/paths";
import { competitionPath } from "@shared/reportPaths";
import * as css from "./competition.module.css";
import { formatPeriod } from "./formatPeriod";

const LINK_COUNT = 6;

/** Links to the newest other competitions. */
export function OtherCompetitions({ id }: { id: number }) {
  const { data } = useGet("/api/competitions");
  const otherCompetitions = data?.data.filter((candidate) => candidate.id !== id).slice(0, LINK_COUNT) ?? [];
  if (otherCompetitions.length === 0) return null;
  return (
    <Panel as="section" padded className={css.others} aria-labelledby="others">
      <h2 id="others">{text.others}</h2>
      <ul>
        {otherCompetitions.map(({ id, title, titles, first_day, last_day, state }) => (
          <li key={id}>
            <Link to={competitionPath(id)}>
              <bdi>{competitionTitle({ title, titles })}</bdi>
            </Link>
            <small>
              {formatPeriod(first_day, last_day)} · {competitionStates[state]}
            </small>
          </li>
        ))}
      </ul>
      <MoreLink to={`${paths.rankings}?tab=competitions`}>{shared.allCompetitions}</MoreLink>
    </Panel>
  );
}
