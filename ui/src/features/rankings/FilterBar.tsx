import * as game from "text:game";
import * as text from "text:rankings";
import * as shared from "text:shared";
import { NAME_MAX } from "@shared/characterNames";
import { Button } from "@shared/components/Button";
import { chip } from "@shared/components/chip.module.css";
import { classes } from "@shared/components/classes";
import { SearchField, SelectField } from "@shared/components/Field";
import * as fields from "@shared/components/field.module.css";
import { Glyph, Icon } from "@shared/components/Icon";
import { CRESTS } from "@shared/emblems";
import { nameOfRace } from "@shared/races";
import { classesOf, type GameClass } from "@shared/rankings/classes";
import { memo, useDeferredValue, useId, useState } from "react";
import * as css from "./filters.module.css";
import { ICONS } from "./icons";
import { useDebouncedSearch } from "./useDebouncedSearch";
import { activeFilters, type Filters, LEVEL_MAX, LEVEL_MIN, NO_FILTERS } from "./view";

interface Props {
  filters: Filters;
  onChange: (change: Partial<Filters>) => void;
}

/** `isPast`: who is online is known of now alone. */
export function FilterBar({ filters, onChange, isPast }: Props & { isPast: boolean }) {
  const [isExpanded, setExpanded] = useState(false);
  // The press shows first: the fields are a third of the page.
  const showsFields = useDeferredValue(isExpanded);
  const { input, type, blank, problem } = useDebouncedSearch(filters, onChange);
  const grid = useId();
  const active = activeFilters(filters);
  const clear = () => {
    blank();
    onChange(NO_FILTERS);
  };

  return (
    <section className={css.filters} aria-label={text.filters}>
      <button
        type="button"
        className={css.toggle}
        aria-expanded={isExpanded}
        aria-controls={grid}
        onClick={() => setExpanded(!isExpanded)}
      >
        <span>
          <Glyph path={ICONS.filter} /> {text.filters} {active > 0 && <Count active={active} />}
        </span>
        <Icon name="down" />
      </button>
      <form
        id={grid}
        className={classes(css.grid, !showsFields && css.folded)}
        noValidate
        onSubmit={(event) => event.preventDefault()}
      >
        <NameField value={input.name} onType={(name) => type({ name })} />
        <ClassField filters={filters} onChange={onChange} />
        <LevelFields min={input.min} max={input.max} problem={problem} onType={type} />
        <label className={css.online}>
          <input
            type="checkbox"
            checked={filters.online}
            disabled={isPast}
            onChange={(event) => onChange({ online: event.target.checked })}
          />
          {text.onlineOnly}
        </label>
        <RaceField race={filters.race} onChange={onChange} />
        <Button look="ghost" className={css.clear} disabled={active === 0 && problem === null} onClick={clear}>
          <Icon name="close" /> <span>{text.clear}</span> {active > 0 && <Count active={active} />}
        </Button>
      </form>
    </section>
  );
}

const Count = ({ active }: { active: number }) => <span className={css.count}>{active}</span>;

function NameField({ value, onType }: { value: string; onType: (name: string) => void }) {
  return (
    <SearchField
      label={text.name}
      value={value}
      maxLength={NAME_MAX}
      placeholder={shared.name}
      onChange={(event) => onType(event.target.value)}
    />
  );
}

const ClassField = ({ filters, onChange }: Props) => (
  <SelectField
    label={game.className}
    value={filters.classId ?? ""}
    onChange={({ target }) => onChange({ classId: target.value === "" ? null : Number(target.value) })}
  >
    <option value="">{text.allClasses}</option>
    <ClassOptions race={filters.race} />
  </SelectField>
);

/** A change of another filter does not render a hundred options again. */
const ClassOptions = memo(function ClassOptions({ race }: { race: number | null }) {
  const available = classesOf(race);
  return (
    <>
      <optgroup label={game.classes}>{options(available.filter((entry) => !entry.isThird))}</optgroup>
      <optgroup label={text.thirdClasses}>{options(available.filter((entry) => entry.isThird))}</optgroup>
    </>
  );
});

const options = (classes: readonly GameClass[]) =>
  classes.map(({ id, name }) => (
    <option key={id} value={id}>
      {name}
    </option>
  ));

const PROBLEMS = {
  invalid: text.invalidLevel({ min: `${LEVEL_MIN}`, max: `${LEVEL_MAX}` }),
  crossed: text.levelsCross,
};

interface LevelProps {
  min: string;
  max: string;
  problem: keyof typeof PROBLEMS | null;
  onType: (change: { min?: string; max?: string }) => void;
}

function LevelFields({ min, max, problem, onType }: LevelProps) {
  const id = useId();
  const commonProps = {
    className: fields.input,
    type: "number",
    inputMode: "numeric",
    min: LEVEL_MIN,
    max: LEVEL_MAX,
    "aria-invalid": problem !== null,
    "aria-describedby": problem === null ? undefined : id,
  } as const;
  return (
    <fieldset className={fields.field}>
      <legend className={css.label}>{game.level}</legend>
      <div className={css.range}>
        <span className={css.inline} aria-hidden="true">
          {game.level}
        </span>
        <input
          {...commonProps}
          aria-label={game.lowestLevel}
          placeholder={String(LEVEL_MIN)}
          value={min}
          onChange={(event) => onType({ min: event.target.value })}
        />
        <span aria-hidden="true">{text.to}</span>
        <input
          {...commonProps}
          aria-label={game.highestLevel}
          placeholder={String(LEVEL_MAX)}
          value={max}
          onChange={(event) => onType({ max: event.target.value })}
        />
      </div>
      <p id={id} className={fields.error} role="alert" hidden={problem === null}>
        <Icon name="alert" />
        {problem && PROBLEMS[problem]}
      </p>
    </fieldset>
  );
}

const RACE_CHOICES = [
  { id: null, name: text.allRaces, crest: undefined },
  ...CRESTS.map((crest, id) => ({ id, name: nameOfRace({ race: id, race_name: "" }), crest })),
];

function RaceField({ race, onChange }: { race: number | null; onChange: Props["onChange"] }) {
  return (
    <fieldset className={fields.field}>
      <legend className={css.label}>{game.race}</legend>
      <div className={css.chips}>
        {RACE_CHOICES.map(({ id, name, crest }) => (
          <label key={name} className={classes(chip, css.chip)} title={name}>
            <input
              className={css.radio}
              type="radio"
              name="race"
              checked={race === id}
              aria-label={name}
              onChange={() => onChange({ race: id })}
            />
            {crest && <img src={crest} width={20} height={20} alt="" />}
            <span>{name}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
