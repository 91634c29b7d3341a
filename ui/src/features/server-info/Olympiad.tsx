import { olympiad } from "@content/server-info.json";
import { DefinitionList } from "./DefinitionList";

export const Olympiad = () => (
  <DefinitionList
    title="Olympiad"
    deeds={[
      ["Battles", `${olympiad.battles_per_week} battles per week`],
      ["Participants", `Minimum ${olympiad.minimum_participants} participants`],
      ["Heroes", `${olympiad.heroes_per_class} hero per class`],
      ["Period", olympiad.period],
      ["Days", olympiad.days],
      ["Hours", olympiad.hours],
      ["Equipment", olympiad.equipment],
    ]}
  />
);
