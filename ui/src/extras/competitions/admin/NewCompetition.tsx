import * as shell from "text:admin";
import * as text from "text:adminCompetitions";
import * as game from "text:game";
import * as shared from "text:shared";
import type { Body } from "@admin/api/useAdmin";
import { ChangePanel } from "@admin/parts/ChangePanel";
import { languageName } from "@admin/parts/languageName";
import * as layout from "@admin/parts/layout.module.css";
import { Panel } from "@admin/parts/Panel";
import * as typography from "@admin/parts/typography.module.css";
import { Problem } from "@admin/sign-in/Problem";
import { useSubmit } from "@admin/sign-in/useSubmit";
import { post } from "@shared/api/client";
import { Button } from "@shared/components/Button";
import { classes } from "@shared/components/classes";
import { Field } from "@shared/components/Field";
import languages from "languages";
import { useRef, useState } from "react";
import { Choice } from "./Choice";
import { ClassChoice } from "./ClassChoice";

type Form = Omit<Body<"OpeningForm">, "reason" | "version">;

const PATH = "/api/admin/competitions";
const TITLE_MAX = 80;
const LEVEL_MAX = 80;

/** A form for a competition. A dry run shows errors at their fields before the panel of the change opens. */
export function NewCompetition({ onDone }: { onDone: () => void }) {
  const [form, setForm] = useState<Form | null>(null);
  const [openedCount, setOpenedCount] = useState(0);
  const ref = useRef<HTMLFormElement>(null);
  const { submit, isBusy, fields, problem } = useSubmit(async () => {
    if (!ref.current) return;
    const triedForm = formOf(new FormData(ref.current));
    await post(`${PATH}?dry_run=true`, { ...triedForm, reason: shell.trial });
    setForm(triedForm);
  });
  const errorAt = (name: string) => Object.entries(fields).find(([key]) => key.split("[")[0] === name)?.[1];
  return (
    <Panel title={text.open}>
      <form className={layout.bodyStack} key={openedCount} ref={ref} onSubmit={submit}>
        <Field
          label={text.name}
          hint={text.nameHint}
          error={errorAt("title")}
          name="title"
          maxLength={TITLE_MAX}
          required
        />
        <div className={layout.grid}>
          {languages.map(({ code }) => (
            <Field
              key={code}
              label={text.nameIn({ language: languageName(code) })}
              name={`title_${code}`}
              maxLength={TITLE_MAX}
            />
          ))}
        </div>
        <Problem text={errorAt("titles") ?? ""} />
        <div className={classes(layout.grid, layout.halves)}>
          <Choice label={shared.counts} name="metric" options={game.metrics} error={errorAt("metric")} />
          <Choice label={text.entrants} name="entrants" options={text.entrantChoices} error={errorAt("entrants")} />
          <Field label={text.firstDay} error={errorAt("first_day")} name="first_day" type="date" required />
          <Field
            label={text.lastDay}
            hint={text.lastDayHint}
            error={errorAt("last_day")}
            name="last_day"
            type="date"
            required
          />
          <Field label={game.lowestLevel} error={errorAt("min_level")} defaultValue={1} {...LEVEL} name="min_level" />
          <Field
            label={game.highestLevel}
            error={errorAt("max_level")}
            defaultValue={LEVEL_MAX}
            {...LEVEL}
            name="max_level"
          />
        </div>
        <ClassChoice error={errorAt("classes")} />
        <Field
          label={text.prizesByPlace}
          hint={text.prizesHint}
          error={errorAt("prizes")}
          name="prizes"
          inputMode="numeric"
          placeholder="500, 300, 100"
          autoComplete="off"
        />
        <Problem text={problem} />
        <div>
          <Button type="submit" busy={isBusy}>
            {text.check}
          </Button>
        </div>
      </form>
      {form && (
        <ChangePanel
          title={`${text.open}: ${form.title}`}
          action={text.open}
          path={PATH}
          form={form}
          undo={({ changes }) => ({
            title: `${text.withdraw}: ${form.title}`,
            action: text.withdraw,
            path: `${PATH}/${changes[0]?.subject.split(":")[1]}/close`,
          })}
          onClose={() => setForm(null)}
          onDone={() => {
            setOpenedCount(openedCount + 1);
            onDone();
          }}
        >
          <p className={typography.hint}>{text.openHint}</p>
        </ChangePanel>
      )}
    </Panel>
  );
}

const LEVEL = { type: "number", min: 1, max: LEVEL_MAX, required: true } as const;

function formOf(data: FormData): Form {
  const value = (name: string) => String(data.get(name) ?? "").trim();
  return {
    title: value("title"),
    titles: Object.fromEntries(languages.map(({ code }) => [code, value(`title_${code}`)])),
    metric: value("metric") as Form["metric"],
    entrants: value("entrants") as Form["entrants"],
    first_day: value("first_day"),
    last_day: value("last_day"),
    min_level: Number(value("min_level")),
    max_level: Number(value("max_level")),
    classes: data.getAll("classes").map(Number),
    prizes:
      value("prizes") === ""
        ? []
        : value("prizes")
            .split(/[\s,;·]+/)
            .map(Number),
  };
}
