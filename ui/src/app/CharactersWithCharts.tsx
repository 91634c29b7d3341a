import { CharactersTab } from "@features/characters/CharactersTab";
import { ProgressCharts } from "@features/charts/ProgressCharts";
import { useSession } from "@shared/stores/session";

export default function CharactersWithCharts() {
  const isFrozen = useSession((session) => session.isFrozen);
  return <CharactersTab>{!isFrozen && <ProgressCharts />}</CharactersTab>;
}
