import * as game from "text:game";
import * as text from "text:home";
import { FoldedTable } from "@shared/components/Table";
import { CRESTS } from "@shared/emblems";
import { formatNumber, formatPercent } from "@shared/format";
import { nameOfRace } from "@shared/races";
import type { Stats } from "./stats";
import * as css from "./world.module.css";

/** Share of each race, the most frequent first. */
export function Races({ races: raceCounts }: Pick<Stats, "races">) {
  const races = [...raceCounts].sort((a, b) => b.count - a.count);
  const total = races.reduce((sum, { count }) => sum + count, 0);
  const shareOf = (count: number) => (total > 0 ? count / total : 0);
  const share = (count: number) => formatPercent(shareOf(count));
  return (
    <>
      <ul className={css.races} aria-hidden="true">
        {races.map(({ race, race_name, count }) => (
          <li key={race} data-race={race}>
            <img loading="lazy" src={CRESTS[race]} width="36" height="36" alt="" />
            <p>
              <span>{nameOfRace({ race, race_name })}</span>
              <b>{share(count)}</b>
            </p>
            <div className={css.bar}>
              <svg width={`${shareOf(count) * 100}%`} aria-hidden="true" />
            </div>
          </li>
        ))}
      </ul>
      <FoldedTable
        label={text.share}
        columns={[game.race, game.characters, text.share]}
        rows={races.map(({ race, race_name, count }) => [
          nameOfRace({ race, race_name }),
          formatNumber(count),
          share(count),
        ])}
      />
    </>
  );
}
