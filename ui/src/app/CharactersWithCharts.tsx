import { CharactersTab } from "@features/characters/CharactersTab";
import { ProgressCharts } from "@features/charts/ProgressCharts";

export default function CharactersWithCharts() {
  return (
    <CharactersTab>
      <ProgressCharts />
    </CharactersTab>
  );
}
