import * as contentFields from "text:contentFields";
import * as text from "text:serverInfo";
import * as shared from "text:shared";
import { Badge } from "@shared/components/Badge";
import { PanelTable } from "@shared/components/PanelTable";
import { type ServerInfo, useContent } from "@shared/content";
import { EmptyTab } from "./EmptyTab";
import { percentRange } from "./percentRange";
import * as css from "./zones.module.css";

type Zone = ServerInfo["farm_zones"][number];

export function FarmZones() {
  const { farm_zones: zones } = useContent("info");
  if (!zones.length) return <EmptyTab />;
  return (
    <PanelTable
      title={text.zones}
      rows={zones}
      keyOf={({ name }) => name}
      columns={[
        { name: text.zone, show: ({ name }) => name },
        { name: text.levelRange, show: ({ level_range }) => <LevelRange text={level_range} /> },
        { name: text.zoneExp, className: css.short, show: ({ exp }) => exp },
        { name: contentFields.drops, show: ({ drops }) => drops },
        { name: contentFields.difficulty, show: difficultyOf },
        { name: text.autoLoot, className: css.short, show: ({ autoLoot }) => (autoLoot ? shared.yes : text.no) },
      ]}
    />
  );
}

const HIGHEST_LEVEL = 85;

/** The level range, also as a part of a track of all levels. */
function LevelRange({ text: range }: { text: string }) {
  const { from, to } = percentRange(range, HIGHEST_LEVEL);
  return (
    <span className={css.levels}>
      {range}
      <svg aria-hidden="true">
        <rect width="100%" height="100%" />
        <rect x={`${from}%`} width={`${to - from}%`} height="100%" />
      </svg>
    </span>
  );
}

const TONES = { Easy: "good", Medium: "wait", Hard: "bad" } as const;

const difficultyOf = ({ difficulty }: Zone) => <Badge tone={TONES[difficulty]}>{text.difficulties[difficulty]}</Badge>;
