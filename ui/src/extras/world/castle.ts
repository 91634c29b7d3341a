import type { Answer } from "@shared/api/useGet";
import { LANGUAGE } from "@shared/format";

export type Castle = Answer<"/api/world/castles">["data"][number];

const share = new Intl.NumberFormat(LANGUAGE, { style: "percent" });

export const taxText = (percent: number | null): string => (percent === null ? "–" : share.format(percent / 100));

export const ofSide = (clans: Castle["registered"], ...sides: Castle["registered"][number]["side"][]) =>
  clans.filter(({ side }) => sides.includes(side));
