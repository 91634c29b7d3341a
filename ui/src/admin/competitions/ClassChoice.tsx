import * as text from "text:adminCompetitions";
import { races } from "text:game";
import { CLASSES } from "@features/rankings/classes";
import { useState } from "react";

/** The classes that take part, by race; none: all of them. */
export function ClassChoice({ error }: { error: string | undefined }) {
  const [chosen, setChosen] = useState<readonly number[]>([]);
  const toggle = (id: number) =>
    setChosen(chosen.includes(id) ? chosen.filter((other) => other !== id) : [...chosen, id]);
  const names = CLASSES.filter(({ id }) => chosen.includes(id)).map(({ name }) => name);
  return (
    <details className="choices">
      <summary>
        {text.classes}: {names.join(", ") || text.allClasses}
      </summary>
      {Object.entries(races).map(([race, shown]) => (
        <fieldset key={race}>
          <legend>{shown}</legend>
          {CLASSES.filter((one) => one.race === Number(race)).map(({ id, name }) => (
            <label className="check" key={id}>
              <input
                type="checkbox"
                name="classes"
                value={id}
                checked={chosen.includes(id)}
                onChange={() => toggle(id)}
              />
              {name}
            </label>
          ))}
        </fieldset>
      ))}
      {error && <p className="error">{error}</p>}
    </details>
  );
}
