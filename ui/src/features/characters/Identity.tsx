import * as game from "text:game";
import { VisuallyHidden } from "@shared/components/VisuallyHidden";
import { nameOfRace } from "@shared/races";
import * as css from "./identity.module.css";
import type { Character } from "./queries";

interface Props {
  character: Character;
  heading: "h2" | "h3";
  /** Id of the heading. */
  id?: string;
}

/** Level, title, name, class and race. */
export function Identity({ character, heading: Heading, id }: Props) {
  const { level, name, title, class_name } = character;
  return (
    <header className={css.identity}>
      <Shield level={level} />
      <div className={css.names}>
        {title && (
          <p className={css.title} title={title}>
            <bdi>{title}</bdi>
          </p>
        )}
        <Heading id={id} title={name}>
          <bdi>{name}</bdi>
        </Heading>
        <p className={css.classAndRace}>
          {class_name} · {nameOfRace(character)}
        </p>
      </div>
    </header>
  );
}

function Shield({ level }: { level: number }) {
  return (
    <span className={css.shield}>
      <svg viewBox="0 0 56 66" aria-hidden="true">
        <path d="M28 1.5 54.5 8v28c0 13-10 22-26.5 28.5C11.5 58 1.5 49 1.5 36V8Z" />
        <path d="M28 5.5 50.5 11v25c0 11-9 18.5-22.5 24C14.5 54.5 5.5 47 5.5 36V11Z" />
      </svg>
      <VisuallyHidden>{game.level} </VisuallyHidden>
      <b>{level}</b>
    </span>
  );
}
