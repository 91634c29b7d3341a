import * as text from "text:push";
import { useGet } from "@shared/api/useGet";
import { Disclosure } from "@shared/components/Disclosure";
import { useExtra } from "@shared/extras";
import { formatNumber } from "@shared/format";
import { type ReactNode, useState } from "react";
import * as css from "./push.module.css";
import type { Choices } from "./subscription";
import { toggle } from "./toggle";

/** Choices about the own characters. */
const OWN = 2;

interface Props {
  choices: Choices;
  /** Number of choices that are on. */
  count: number;
  disabled: boolean;
  onChoose: (choices: Choices) => void;
}

/** Bosses and castles as the game has them now, the own characters, and all that is starred. Folded unless the first choice is to be made. */
export function ChoiceGroups({ choices, count, disabled, onChoose }: Props) {
  const [isOpen] = useState(count === 0 && !disabled);
  const bosses = useGet("/api/world/bosses").data?.data ?? [];
  const castles = useGet("/api/world/castles").data?.data ?? [];
  const grand = bosses.filter(({ kind }) => kind === "grand");
  const hasStars = useExtra("watch");
  const flip = (name: "raid_bosses" | "milestones" | "rank_lost" | "stars") => () =>
    onChoose({ ...choices, [name]: !choices[name] });
  const flipId = (name: "bosses" | "castles", id: number) => () =>
    onChoose({ ...choices, [name]: toggle(choices[name], id) });
  const groups = [grand.length, grand.length < bosses.length ? 1 : 0, castles.length, OWN, hasStars ? 1 : 0];
  const total = groups.reduce((sum, size) => sum + size);
  return (
    <Disclosure summary={text.chosen({ count, total: String(total) })} isOpen={isOpen}>
      <fieldset className={css.groups} disabled={disabled}>
        {bosses.length > 0 && (
          <Group title={text.bosses}>
            {grand.map(({ id, name, level }) => (
              <Choice key={id} isOn={choices.bosses.includes(id)} onChange={flipId("bosses", id)}>
                {name} <small>{level}</small>
              </Choice>
            ))}
            {grand.length < bosses.length && (
              <Choice isOn={choices.raid_bosses} onChange={flip("raid_bosses")}>
                {text.raidBosses({ total: formatNumber(bosses.length - grand.length) })}
              </Choice>
            )}
          </Group>
        )}
        {castles.length > 0 && (
          <Group title={text.castles}>
            {castles.map(({ id, name }) => (
              <Choice key={id} isOn={choices.castles.includes(id)} onChange={flipId("castles", id)}>
                {name}
              </Choice>
            ))}
          </Group>
        )}
        <Group title={text.own}>
          <Choice isOn={choices.milestones} onChange={flip("milestones")}>
            {text.milestones}
          </Choice>
          <Choice isOn={choices.rank_lost} onChange={flip("rank_lost")}>
            {text.rankLost}
          </Choice>
        </Group>
        {hasStars && (
          <Group title={text.starred}>
            <Choice isOn={choices.stars} onChange={flip("stars")}>
              {text.starredThings}
            </Choice>
          </Group>
        )}
      </fieldset>
    </Disclosure>
  );
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className={css.group}>
      <legend>{title}</legend>
      <div>{children}</div>
    </fieldset>
  );
}

function Choice({ isOn, onChange, children }: { isOn: boolean; onChange: () => void; children: ReactNode }) {
  return (
    <label className={css.choice}>
      <input type="checkbox" checked={isOn} onChange={onChange} />
      <span>{children}</span>
    </label>
  );
}
