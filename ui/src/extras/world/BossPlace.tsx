import * as game from "text:game";
import { subjectTitles } from "text:pages";
import * as text from "text:places";
import * as reports from "text:reports";
import { useGet } from "@shared/api/useGet";
import { bossScene } from "@shared/bossScenes";
import { Badge } from "@shared/components/Badge";
import { ClanName } from "@shared/components/CharacterName";
import { Figure, Figures } from "@shared/components/Figures";
import { PageHead } from "@shared/components/PageHead";
import { PlaceMap } from "@shared/components/PlaceMap";
import { SubjectActions } from "@shared/components/SubjectActions";
import { useTitle } from "@shared/components/SubjectStates";
import { useSiteTexts } from "@shared/content";
import { formatNumber } from "@shared/format";
import { nameOfPlace } from "@shared/placeNames";
import { formatPlaytime } from "@shared/shortDurations";
import * as utility from "@shared/styles/utility.module.css";
import { BossNow } from "./BossNow";
import { Hunters } from "./Hunters";
import { KillHistory } from "./KillHistory";
import { Place } from "./Place";
import type { BossAnswer } from "./places";
import * as css from "./places.module.css";
import { ZONES } from "./territories";

/** As often as the table of all bosses. */
const REFRESH = { refreshInterval: 16_000 };

export function BossPlace({ boss: key }: { boss: string }) {
  const { data, error } = useGet(`/api/world/bosses/${key}` as "/api/world/bosses/{boss}", undefined, REFRESH);
  const { name, game } = useSiteTexts();
  useTitle(data?.boss && subjectTitles["/boss/:boss"]({ title: data.boss.name, name, game }));
  return (
    <Place data={data} error={error} kind="bosses">
      {(page) => <LoadedBoss page={page} />}
    </Place>
  );
}

function LoadedBoss({ page }: { page: BossAnswer }) {
  const { boss } = page;
  const at = ZONES[boss.zone];
  return (
    <>
      <PageHead title={boss.name} picture={bossScene(boss.id)} scene="boss">
        {boss.level > 0 && game.levelOf({ level: formatNumber(boss.level) })}
        {boss.zone && `, ${nameOfPlace(boss.zone)}`}
        <span className={css.marks}>
          <Badge tone={boss.kind === "grand" ? "gold" : "off"}>{text[boss.kind]}</Badge>
          <SubjectActions kind="boss" id={boss.id} name={boss.name} />
        </span>
      </PageHead>
      <div className={`${utility.wrap} ${css.page}`}>
        <div className={at ? css.columns : undefined}>
          <div className={css.stack}>
            <BossNow page={page} />
            <BossFigures page={page} />
          </div>
          {at && <PlaceMap label={text.mapOf({ name: boss.name })} name={boss.name} at={at} />}
        </div>
        <KillHistory page={page} />
        {page.kills > 0 && <Hunters page={page} title={reports.hunters({ name: boss.name })} />}
      </div>
    </>
  );
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

function BossFigures({ page: { kills, clans, history } }: { page: BossAnswer }) {
  const [most] = clans;
  const intervals = history.flatMap(({ interval_seconds }) => interval_seconds ?? []);
  const beyond = Math.max(0, ...history.map(({ overdue_seconds }) => overdue_seconds ?? 0));
  if (kills === 0) return null;
  return (
    <Figures className={css.figures}>
      <Figure label={text.kills}>{formatNumber(kills)}</Figure>
      {most && (
        <Figure label={text.topClan} isName note={text.killCount({ count: most.kills })}>
          <ClanName name={most.clan.name} id={most.clan.clan_id} hidden={most.clan.hidden} />
        </Figure>
      )}
      {intervals.length > 0 && (
        <Figure label={text.usualWait} note={text.median}>
          {formatPlaytime(median(intervals))}
        </Figure>
      )}
      {beyond > 0 && <Figure label={text.longestAlive}>{formatPlaytime(Math.max(60, beyond))}</Figure>}
    </Figures>
  );
}
