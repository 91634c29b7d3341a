import { bossDrops } from "text:guide";
import { MoreLink } from "@shared/components/MoreLink";
import type { PlaceSubject } from "@shared/panels";
import { monsterPath } from "./paths";

/** Leads from a boss to what it drops; the game's number of both is the same. */
export default function BossDrops({ subject }: { subject: PlaceSubject }) {
  return subject.kind === "boss" && <MoreLink to={monsterPath(subject.id)}>{bossDrops}</MoreLink>;
}
