import { CharactersTab } from "@features/characters/CharactersTab";
import { ProgressCharts } from "@features/charts/ProgressCharts";
import { useExtra } from "@shared/extras";
import { useSession } from "@shared/stores/session";

export default function CharactersWithCharts() {
  const isFrozen = useSession((session) => session.isFrozen);
  const hasHistory = useExtra("history");
  return <CharactersTab>{hasHistory && !isFrozen && <ProgressCharts />}</CharactersTab>;
}
