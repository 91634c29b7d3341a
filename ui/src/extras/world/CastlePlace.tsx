import siege from "art:scene-siege";
import panels from "panels:place";
import * as game from "text:game";
import { subjectTitles } from "text:pages";
import * as text from "text:places";
import * as shared from "text:shared";
import * as world from "text:world";
import { useGet } from "@shared/api/useGet";
import { formatAppointment } from "@shared/appointment";
import { formatCalendarDay } from "@shared/calendarDay";
import { Badge } from "@shared/components/Badge";
import { EmptyState } from "@shared/components/EmptyState";
import { Link } from "@shared/components/Link";
import { LocalTime } from "@shared/components/LocalTime";
import { PageHead } from "@shared/components/PageHead";
import { PanelTable } from "@shared/components/PanelTable";
import { PlaceMap } from "@shared/components/PlaceMap";
import { SectionHead } from "@shared/components/SectionHead";
import { useTitle } from "@shared/components/SubjectStates";
import type { Column } from "@shared/components/Table";
import { useSiteTexts } from "@shared/content";
import { formatNumber } from "@shared/format";
import { Panels } from "@shared/panels";
import * as utility from "@shared/styles/utility.module.css";
import { CastlePanel } from "./CastlePanel";
import { Clan } from "./Clan";
import { Holders } from "./Holders";
import { Place } from "./Place";
import type { CastleAnswer } from "./places";
import * as css from "./places.module.css";
import { TERRITORIES } from "./territories";

type Siege = CastleAnswer["sieges"][number];

const REFRESH = { refreshInterval: 60_000 };

export function CastlePlace({ castle: key }: { castle: string }) {
  const { data, error } = useGet(`/api/world/castles/${key}` as "/api/world/castles/{castle}", undefined, REFRESH);
  const { name, game } = useSiteTexts();
  useTitle(data?.castle && subjectTitles["/castle/:castle"]({ title: data.castle.name, name, game }));
  return (
    <Place data={data} error={error} kind="castles">
      {(page) => <LoadedCastle page={page} />}
    </Place>
  );
}

function LoadedCastle({ page }: { page: CastleAnswer }) {
  const { castle, sieges, taken_at } = page;
  const territory = TERRITORIES[castle.name];
  const title = world.castleOf({ name: castle.name });
  return (
    <>
      <PageHead title={title} picture={siege} scene="siege">
        {game.clanOwner}: <Clan clan={castle.owner} />
      </PageHead>
      <div className={`${utility.wrap} ${css.page}`}>
        <div className={territory ? css.columns : undefined}>
          <div>
            <CastlePanel castle={castle} title={text.bossNow}>
              <div className={css.actions}>
                <Panels of={panels} subject={{ kind: "castle", id: castle.id, name: castle.name, isRaid: false }} />
              </div>
            </CastlePanel>
            <p className={css.note}>{world.readAt({ time: <LocalTime at={taken_at} format={formatAppointment} /> })}</p>
          </div>
          {territory && (
            <PlaceMap
              label={text.mapOf({ name: title })}
              name={castle.name}
              at={[territory.x, territory.y]}
              border={territory.border}
            />
          )}
        </div>
        <Holders page={page} />
        <div>
          <SectionHead title={text.sieges} />
          {sieges.length > 0 ? (
            <PanelTable title={text.sieges} rows={sieges} limit={ROWS} keyOf={({ day }) => day} columns={COLUMNS} />
          ) : (
            <EmptyState title={text.noSieges}>{text.noSiegesText}</EmptyState>
          )}
        </div>
      </div>
    </>
  );
}

const ROWS = 10;

const COLUMNS: readonly Column<Siege>[] = [
  {
    name: text.siege,
    show: ({ path, day, ended_at }) => (
      <span>
        <Link to={path} className={css.link}>
          {formatCalendarDay(day)}
        </Link>{" "}
        {!ended_at && <Badge tone="wait">{shared.running}</Badge>}
      </span>
    ),
  },
  { name: text.ownerBefore, show: ({ owner_before }) => <Clan clan={owner_before} /> },
  { name: text.ownerAfter, show: ({ ended_at, owner_after }) => (ended_at ? <Clan clan={owner_after} /> : "…") },
  { name: game.attackers, end: true, show: ({ attackers }) => formatNumber(attackers) },
  { name: text.changes, end: true, show: ({ owner_changes }) => formatNumber(owner_changes) },
];
