import { EmptyValue } from "@shared/components/EmptyValue";
import { formatRatio } from "@shared/dates";
import { NO_DEATHS, NO_RATIO } from "@shared/missingReasons";
import type { Character } from "./queries";

export function KillsByDeath({ character: { pvp_kills, pk_kills, deaths } }: { character: Character }) {
  if (deaths === null) return <EmptyValue reason={NO_DEATHS} />;
  if (deaths === 0) return <EmptyValue reason={NO_RATIO} />;
  return formatRatio((pvp_kills + pk_kills) / deaths);
}
