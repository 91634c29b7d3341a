import * as text from "text:character";
import * as game from "text:game";

/** The name of a milestone of the history, such as "level_76" or "pvp_1000". */
export function milestoneName(kind: string): string {
  const [noun = "", figure] = kind.split("_");
  if (kind === "noble") return game.noble;
  if (kind === "hero") return text.olympiadHero;
  if (kind === "third_class") return text.thirdClass;
  if (kind === "first_pvp") return text.firstPvp;
  return noun === "level" ? game.levelOf({ level: figure ?? "" }) : text.kills({ count: Number(figure) });
}
