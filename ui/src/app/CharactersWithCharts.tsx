import { ProgressCharts } from "@extras/charts/ProgressCharts";
import { CharactersTab } from "@features/characters/CharactersTab";
import { useExtra } from "@shared/extras";
import { useSession } from "@shared/stores/session";

export default function CharactersWithCharts() {
  const isFrozen = useSession((session) => session.isFrozen);
  const hasHistory = useExtra("history");
  return <CharactersTab>{hasHistory && !isFrozen && <ProgressCharts />}</CharactersTab>;
}
