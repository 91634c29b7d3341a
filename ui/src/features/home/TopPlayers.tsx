import * as game from "text:game";
import * as text from "text:home";
import * as shared from "text:shared";
import { type Answer, useGet } from "@shared/api/useGet";
import { OnlineBadge } from "@shared/components/Badge";
import { CharacterName, ClanName } from "@shared/components/CharacterName";
import { EmptyState } from "@shared/components/EmptyState";
import { MoreLink } from "@shared/components/MoreLink";
import { Panel } from "@shared/components/Panel";
import { SectionHead } from "@shared/components/SectionHead";
import { Skeleton } from "@shared/components/Skeleton";
import { VisuallyHidden } from "@shared/components/VisuallyHidden";
import { CRESTS, WREATHS } from "@shared/emblems";
import { formatNumber } from "@shared/format";
import { paths } from "@shared/paths";
import { nameOfRace } from "@shared/races";
import * as css from "./top-players.module.css";

type Fighter = Answer<"/api/rankings/pvp">["data"][number];

/** The three characters with the most PvP kills. */
export function TopPlayers() {
  const { data, error, isLoading } = useGet("/api/rankings/pvp", { page_size: WREATHS.length });
  return (
    <section aria-labelledby="first-in-battle">
      <SectionHead title={text.topPvp} id="first-in-battle">
        <MoreLink to={paths.rankings}>{game.pvpRankings}</MoreLink>
      </SectionHead>
      {isLoading ? <LoadingSkeleton /> : <Podium fighters={error ? null : (data?.data ?? [])} />}
    </section>
  );
}

function Podium({ fighters }: { fighters: readonly Fighter[] | null }) {
  if (fighters === null)
    return (
      <EmptyState drawing="broken" title={shared.rankingsFailed}>
        {shared.rankingsFailedText}
      </EmptyState>
    );
  if (fighters.length === 0) return <EmptyState title={shared.noRankings}>{shared.beFirst}</EmptyState>;
  return (
    <ol className={css.podium}>
      {fighters.map((fighter, index) => (
        <Panel as="li" key={fighter.rank} framed={index === 0}>
          <Place fighter={fighter} place={index} />
        </Panel>
      ))}
    </ol>
  );
}

function Place({ fighter, place }: { fighter: Fighter; place: number }) {
  const crest = CRESTS[fighter.race];
  return (
    <>
      <img loading="lazy" className={css.watermark} src={crest} width="190" height="190" alt="" />
      <div className={css.identity}>
        <img loading="lazy" src={WREATHS[place]} width="92" height="92" alt={text.rank({ rank: `${fighter.rank}` })} />
        <h3>
          <CharacterName {...fighter} />
        </h3>
        <p>{text.classAndLevel({ name: fighter.class_name, level: `${fighter.level}` })}</p>
        <OnlineBadge online={fighter.online} />
      </div>
      <div className={css.row}>
        <div className={css.raceAndClan}>
          <img loading="lazy" src={crest} width="32" height="32" alt="" />
          <span>
            {nameOfRace(fighter)}
            <br />
            <span className={css.clan}>
              {fighter.clan_name ? (
                <ClanName name={fighter.clan_name} id={fighter.clan_id} hidden={fighter.clan_hidden} />
              ) : (
                shared.noClan
              )}
            </span>
          </span>
        </div>
        <p className={css.kills}>
          <b>{formatNumber(fighter.score)}</b>
          <span>{text.pvpKills}</span>
        </p>
      </div>
    </>
  );
}

function LoadingSkeleton() {
  return (
    <div className={css.podium} aria-busy="true">
      <VisuallyHidden>{shared.loadingRankings}</VisuallyHidden>
      {WREATHS.map((wreath, index) => (
        <Panel as="div" key={wreath} framed={index === 0}>
          <div className={css.identity}>
            <img loading="lazy" src={wreath} width="92" height="92" alt="" />
            <Skeleton className={css.skeletonName} />
            <Skeleton className={css.skeletonClass} />
          </div>
          <div className={css.row}>
            <Skeleton className={css.skeletonKin} />
          </div>
        </Panel>
      ))}
    </div>
  );
}
