import * as game from "text:game";
import * as text from "text:guide";
import { subjectTitles } from "text:pages";
import { mapPoint } from "@shared/adenMap";
import { useGet } from "@shared/api/useGet";
import { bossScene } from "@shared/bossScenes";
import { EmptyState } from "@shared/components/EmptyState";
import { Figure, Figures } from "@shared/components/Figures";
import { LeaderList } from "@shared/components/LeaderList";
import { MoreLink } from "@shared/components/MoreLink";
import { PageHead } from "@shared/components/PageHead";
import { PlaceMap } from "@shared/components/PlaceMap";
import { Section } from "@shared/components/Section";
import { useTitle } from "@shared/components/SubjectStates";
import type { Column } from "@shared/components/Table";
import { useSiteTexts } from "@shared/content";
import { formatNumber } from "@shared/format";
import { nameOfPlace } from "@shared/placeNames";
import { bossPath } from "@shared/placePaths";
import * as utility from "@shared/styles/utility.module.css";
import type { Drop, MonsterAnswer } from "./answers";
import { formatPieces } from "./chances";
import { GuideStates } from "./GuideStates";
import { below, first, GuideTable, second, wide } from "./GuideTable";
import * as css from "./guide.module.css";
import { ItemLinks, ItemName, MonsterName, RankBadge } from "./Names";
import { Odds } from "./Odds";
import { guidePaths } from "./paths";
import { Rates } from "./Rates";

export function MonsterPage({ id }: { id: string }) {
  const { data, error } = useGet(`/api/monsters/${id}` as "/api/monsters/{monster_id}");
  const { name, game } = useSiteTexts();
  useTitle(data && subjectTitles[guidePaths.monster]({ title: data.name, level: String(data.level), name, game }));
  return (
    <GuideStates data={data} error={error} none={text.noMonster}>
      {(monster) => <LoadedMonster monster={monster} />}
    </GuideStates>
  );
}

function LoadedMonster({ monster }: { monster: MonsterAnswer }) {
  const { id, name, level, rank, drops, neighbors = [] } = monster;
  const isBoss = rank === "raid" || rank === "grand";
  return (
    <>
      <PageHead title={<bdi>{name}</bdi>} picture={bossScene(id)} scene="boss" short>
        <span className={css.kind}>
          {game.levelOf({ level: formatNumber(level) })} <RankBadge rank={rank} />
        </span>
      </PageHead>
      <div className={`${utility.wrap} ${css.page}`}>
        <Facts monster={monster} />
        {isBoss && (
          <p>
            <MoreLink to={bossPath(id)}>{text.bossNow}</MoreLink>
          </p>
        )}
        {drops.length === 0 && <EmptyState title={text.noDrops}>{text.noDropsText}</EmptyState>}
        <GuideTable title={text.drops} rows={drops.filter(({ is_spoil }) => !is_spoil)} columns={DROPS} />
        <GuideTable title={text.spoils} rows={drops.filter(({ is_spoil }) => is_spoil)} columns={DROPS} />
        {(monster.zones.length > 0 || !isBoss) && <Places monster={monster} />}
        <GuideTable title={text.neighbors} rows={neighbors} columns={NEIGHBORS} />
        <Rates about={monster.about} />
      </div>
    </>
  );
}

const Facts = ({ monster: { hp, exp, sp, is_aggressive } }: { monster: MonsterAnswer }) => (
  <Figures>
    {hp > 0 && <Figure label={text.hp}>{formatNumber(hp)}</Figure>}
    <Figure label={game.experience} note={text.beforeRates}>
      {formatNumber(exp)}
    </Figure>
    <Figure label={text.sp} note={text.beforeRates}>
      {formatNumber(sp)}
    </Figure>
    <Figure label={text.behavior} isName>
      {is_aggressive ? text.aggressive : text.peaceful}
    </Figure>
  </Figures>
);

const DROPS: readonly Column<Drop>[] = [
  { name: text.item, show: (drop) => <ItemName item={drop} /> },
  { name: text.chance, end: true, className: first, show: ({ chance }) => <Odds chance={chance} /> },
  { name: text.pieces, end: true, className: second, show: formatPieces },
];

const NEIGHBORS: readonly Column<NonNullable<MonsterAnswer["neighbors"]>[number]>[] = [
  { name: text.monster, show: (row) => <MonsterName monster={row} /> },
  { name: game.level, end: true, className: below, show: ({ level }) => formatNumber(level) },
  { name: text.place, className: wide, show: ({ zone }) => nameOfPlace(zone) },
  { name: text.drops, className: wide, show: (row) => <ItemLinks items={row.drops} /> },
];

/** The places on the map, and how many live in each; monsters of quests and events have none. */
function Places({ monster: { name, zones, points } }: { monster: MonsterAnswer }) {
  if (zones.length === 0) return <p className={css.note}>{text.noPlaces}</p>;
  const rows = zones.map(({ name: zone, count }) => [nameOfPlace(zone), formatNumber(count)] as const);
  return (
    <div className={css.columns}>
      <Section title={text.places} note={text.placesNote}>
        <LeaderList rows={rows} />
      </Section>
      <PlaceMap label={text.mapOf({ name })} points={points.map(mapPoint)} />
    </div>
  );
}
