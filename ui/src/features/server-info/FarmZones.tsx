import { farm_zones } from "@content/server-info.json";
import { Badge } from "@shared/components/Badge";
import { ResponsiveTable } from "./ResponsiveTable";

type Zone = (typeof farm_zones)[number];

export const FarmZones = () => (
  <ResponsiveTable
    title="Farm Zones"
    rows={farm_zones}
    nameOf={({ name }) => name}
    columns={[
      { name: "Zone", show: ({ name }) => name },
      { name: "Level range", show: ({ level_range }) => level_range },
      { name: "Exp", show: ({ exp }) => exp },
      { name: "Drops", show: ({ drops }) => drops },
      { name: "Difficulty", show: difficultyOf },
      { name: "Auto loot", show: ({ autoLoot }) => (autoLoot ? "Yes" : "No") },
    ]}
  />
);

const TONES: Record<string, "good" | "wait" | "bad"> = { Easy: "good", Medium: "wait", Hard: "bad" };

const difficultyOf = ({ difficulty }: Zone) => <Badge tone={TONES[difficulty] ?? "wait"}>{difficulty}</Badge>;
