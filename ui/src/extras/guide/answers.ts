import type { Answer } from "@shared/api/useGet";

export type GuideAnswer = Answer<"/api/guide">;
export type About = NonNullable<GuideAnswer["about"]>;
export type ItemAnswer = Answer<"/api/items/{item_id}">;
export type MonsterAnswer = Answer<"/api/monsters/{monster_id}">;
export type Drop = MonsterAnswer["drops"][number];
export type Dropper = ItemAnswer["droppers"][number];
export type Recipe = ItemAnswer["made_by"][number];
