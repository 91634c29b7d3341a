import colosseum from "art:scene-colosseum";
import valley from "art:scene-dragon-valley";
import gate from "art:scene-dwarven-town";
import forest from "art:scene-elven-forest";
import harbour from "art:scene-harbour";
import siege from "art:scene-siege";

/** Pictures of the tabs' heads, with their crops. */
export const SCENES = {
  siege: { picture: siege, scene: "siege" },
  gate: { picture: gate, scene: "gate" },
  harbour: { picture: harbour, scene: "harbour" },
  valley: { picture: valley, scene: "valley" },
  colosseum: { picture: colosseum, scene: "colosseum" },
  forest: { picture: forest, scene: "forest" },
} as const;
