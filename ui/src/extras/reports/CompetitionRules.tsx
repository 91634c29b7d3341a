import * as text from "text:competition";
import * as shared from "text:shared";
import { Panel } from "@shared/components/Panel";
import { formatNumber } from "@shared/format";
import type { CompetitionAnswer } from "./answers";
import * as css from "./competition.module.css";

/** Rules of a competition: its entrants, the count of gains, and the prizes. */
export function CompetitionRules({ competition }: { competition: CompetitionAnswer["competition"] }) {
  const { entrants, min_level, max_level, classes, prizes } = competition;
  const levels = { from: String(min_level), to: String(max_level) };
  const isClans = entrants === "clans";
  return (
    <Panel as="section" padded className={css.rules} aria-labelledby="rules">
      <h2 id="rules">{text.rules}</h2>
      <ul>
        <li>{isClans ? text.clansMay(levels) : text.charactersMay(levels)}</li>
        {classes.length > 0 && <li>{text.onlyClasses({ classes: classes.join(", ") })}</li>}
        <li>{text.wholeDays}</li>
        <li>{text.counting}</li>
        {isClans ? <li>{text.membership}</li> : <li>{text.falls}</li>}
        <li>{text.ties}</li>
        <li>{text.provisional}</li>
        {prizes.length > 0 && <li>{text.noPrizeFor}</li>}
        {prizes.length > 0 && isClans && <li>{text.leaderTakes}</li>}
        <li>{text.hidden}</li>
      </ul>
      {prizes.length > 0 && (
        <>
          <h3>{text.prizesByPlace}</h3>
          <ol>
            {prizes.map((coins, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the index is the place
              <li key={index}>{shared.coinsShown({ count: coins, shown: formatNumber(coins) })}</li>
            ))}
          </ol>
        </>
      )}
    </Panel>
  );
}
