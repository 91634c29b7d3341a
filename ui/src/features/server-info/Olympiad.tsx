import * as contentFields from "text:contentFields";
import * as game from "text:game";
import * as text from "text:serverInfo";
import * as shared from "text:shared";
import { useContent } from "@shared/content";
import { formatNumber } from "@shared/format";
import { usePresent } from "@shared/present";
import { ByTheRules } from "./ByTheRules";
import { DefinitionList } from "./DefinitionList";
import { FigureStrip } from "./FigureStrip";

export function Olympiad() {
  const { olympiad } = useContent("info");
  const present = usePresent();
  return (
    <>
      {present?.olympiad}
      <ByTheRules />
      <FigureStrip
        title={text.olympiad}
        figures={[
          { term: text.battles, text: text.battlesPerWeek({ battles: formatNumber(olympiad.battles_per_week) }) },
          {
            term: text.participants,
            text: text.minimumParticipants({ participants: formatNumber(olympiad.minimum_participants) }),
          },
          { term: game.heroes, text: text.heroesPerClass({ heroes: formatNumber(olympiad.heroes_per_class) }) },
        ]}
      />
      <DefinitionList
        title={game.olympiadRules}
        items={[
          [shared.periodLabel, olympiad.period],
          [text.days, olympiad.days],
          [contentFields.hours, olympiad.hours],
          [text.equipment, olympiad.equipment],
        ]}
      />
    </>
  );
}
