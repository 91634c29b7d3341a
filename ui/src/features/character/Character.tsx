import * as text from "text:character";
import { titles } from "text:pages";
import { ApiError } from "@shared/api/client";
import { type Answer, useGet } from "@shared/api/useGet";
import { CharacterName, ClanName } from "@shared/components/CharacterName";
import { ErrorState } from "@shared/components/ErrorState";
import { NoPublicPage } from "@shared/components/NoPublicPage";
import { Panel } from "@shared/components/Panel";
import { PublicHead } from "@shared/components/PublicHead";
import { Skeleton } from "@shared/components/Skeleton";
import { Standing, StandingList } from "@shared/components/StandingList";
import { useSiteTexts } from "@shared/content";
import { CRESTS } from "@shared/emblems";
import { formatNumber } from "@shared/format";
import { paths } from "@shared/paths";
import { nameOfRace } from "@shared/races";
import * as utility from "@shared/styles/utility.module.css";
import { useNameInPath } from "@shared/useNameInPath";
import { useEffect } from "react";
import * as css from "./character.module.css";
import { Rivals } from "./Rivals";
import { formatTop } from "./top";

type CharacterPage = Answer<"/api/characters/{name}">;
type Place = CharacterPage["ranks"]["pvp"];

/** The public page of a character. */
export default function Character() {
  const name = useNameInPath(paths.character);
  const { data, error } = useGet(`/api/characters/${encodeURIComponent(name)}` as "/api/characters/{name}");
  const { name: site, game } = useSiteTexts();
  const title = data && titles["/c/:name"]({ title: data.char_name, name: site, game });
  useEffect(() => {
    if (title) document.title = title;
  }, [title]);
  if (data === null || (error instanceof ApiError && error.status === 404)) return <NoPublicPage />;
  if (error && !data) return <ErrorState title={text.failed} />;
  if (!data) return <LoadingSkeleton />;
  return (
    <>
      <PublicHead name={data.char_name} race={data.race} level={data.level} levelLabel={text.level}>
        <p>
          <span>
            <img src={CRESTS[data.race]} width={22} height={22} alt={nameOfRace(data)} />
            {data.class_name}
          </span>
          {data.clan_name !== null && <ClanName name={data.clan_name} id={data.clan_id} />}
        </p>
      </PublicHead>
      <div className={utility.wrap}>
        <StandingList>
          <Ranked label={text.pvpRank} place={data.ranks.pvp} kills={data.pvp_kills} />
          <Ranked label={text.pkRank} place={data.ranks.pk} kills={data.pk_kills} />
          <Among label={text.inClass({ name: data.class_name })} place={data.ranks.in_class} />
          {data.ranks.in_clan && data.clan_name !== null && (
            <Among label={text.inClan({ name: data.clan_name })} place={data.ranks.in_clan} />
          )}
        </StandingList>
        <div className={css.columns}>
          <Rivals rivals={data.rivals} />
          {data.also_named.length > 0 && (
            <Panel padded aria-labelledby="others">
              <h2 id="others" className={css.title}>
                {text.others}
              </h2>
              <ul>
                {data.also_named.map((other) => (
                  <li key={other.char_id}>
                    <CharacterName {...other} privacy="public" /> · {other.class_name} {other.level}
                  </li>
                ))}
              </ul>
            </Panel>
          )}
        </div>
        <p className={css.note}>{text.refreshed}</p>
      </div>
    </>
  );
}

function Ranked({ label, place, kills }: { label: string; place: Place; kills: number }) {
  const total = formatNumber(place.population);
  return (
    <Standing
      label={label}
      value={`#${formatNumber(place.rank)}`}
      share={1 - (place.rank - 1) / place.population}
      note={`${text.top({ share: formatTop(place), total })} · ${text.kills({ count: kills })}`}
    />
  );
}

function Among({ label, place }: { label: string; place: Place }) {
  return (
    <Standing
      label={label}
      value={`#${formatNumber(place.rank)}`}
      share={1 - (place.rank - 1) / place.population}
      note={text.ofMembers({ total: formatNumber(place.population) })}
    />
  );
}

function LoadingSkeleton() {
  return (
    <div className={utility.wrap} role="status">
      <span className={utility.hidden}>{text.loading}</span>
      <Skeleton className={css.loadingHead} />
      <Skeleton className={css.loadingPanel} />
    </div>
  );
}
