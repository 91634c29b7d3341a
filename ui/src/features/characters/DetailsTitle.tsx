import * as game from "text:game";
import { Badge } from "@shared/components/Badge";
import { CRESTS } from "@shared/emblems";
import { nameOfRace } from "@shared/races";
import * as css from "./details-title.module.css";
import { Presence } from "./Presence";
import type { Character } from "./queries";

/** The character's name, class and presence as the head of the dialog. */
export function DetailsTitle({ character }: { character: Character }) {
  return (
    <span className={css.title}>
      {CRESTS[character.race] && <img src={CRESTS[character.race]} width={64} height={64} alt="" />}
      <span className={css.identity}>
        {character.title && (
          <span className={css.characterTitle} title={character.title}>
            <bdi>{character.title}</bdi>{" "}
          </span>
        )}
        <span className={css.name} title={character.name}>
          <bdi>{character.name}</bdi>{" "}
        </span>
        <span className={css.classAndRace}>
          <span>
            {character.class_name} · {nameOfRace(character)} · {game.levelOf({ level: String(character.level) })}
          </span>{" "}
          {character.hero && <Badge tone="gold">{game.hero}</Badge>}{" "}
          {character.noble && <Badge tone="gold">{game.noble}</Badge>}{" "}
          <span className={css.presence}>
            <Presence character={character} brief />
          </span>
        </span>
      </span>
    </span>
  );
}
