import * as text from "text:adminCompetitions";
import * as game from "text:game";
import { races } from "text:game";
import * as control from "@shared/components/field.module.css";
import { CLASSES } from "@shared/rankings/classes";
import { useState } from "react";
import * as css from "./class-choice.module.css";

/** The classes that take part, by race; none: all of them. */
export function ClassChoice({ error }: { error: string | undefined }) {
  const [selectedIds, setSelectedIds] = useState<readonly number[]>([]);
  const toggle = (id: number) =>
    setSelectedIds(
      selectedIds.includes(id) ? selectedIds.filter((selectedId) => selectedId !== id) : [...selectedIds, id],
    );
  const names = CLASSES.filter(({ id }) => selectedIds.includes(id)).map(({ name }) => name);
  return (
    <details className={css.choices}>
      <summary>
        {game.classes}: {names.join(", ") || text.allClasses}
      </summary>
      {Object.entries(races).map(([race, raceName]) => (
        <fieldset key={race}>
          <legend>{raceName}</legend>
          {CLASSES.filter((entry) => entry.race === Number(race)).map(({ id, name }) => (
            <label className={control.check} key={id}>
              <input
                type="checkbox"
                name="classes"
                value={id}
                checked={selectedIds.includes(id)}
                onChange={() => toggle(id)}
              />
              {name}
            </label>
          ))}
        </fieldset>
      ))}
      {error && <p className={control.error}>{error}</p>}
    </details>
  );
}
