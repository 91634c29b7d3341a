import * as admin from "text:admin";
import * as text from "text:adminOpening";
import * as wheel from "text:adminWheel";
import * as shared from "text:shared";
import { type Body, useAdmin } from "@admin/api/useAdmin";
import { ChangePanel } from "@admin/parts/ChangePanel";
import { FactList } from "@admin/parts/FactList";
import { languageName } from "@admin/parts/languageName";
import * as layout from "@admin/parts/layout.module.css";
import { formatMoment } from "@admin/parts/moment";
import { PageTitle } from "@admin/parts/PageTitle";
import { Panel } from "@admin/parts/Panel";
import { LoadState, State, type Tone } from "@admin/parts/States";
import { toMoment } from "@admin/parts/toMoment";
import * as typography from "@admin/parts/typography.module.css";
import { useSession } from "@admin/session";
import { Banner } from "@shared/components/Banner";
import { Button } from "@shared/components/Button";
import { classes } from "@shared/components/classes";
import { Field } from "@shared/components/Field";
import * as control from "@shared/components/field.module.css";
import languages from "languages";
import { type FormEvent, useState } from "react";

type Opening = Body<"OpeningState">;
type Form = Omit<Body<"OpeningDayForm">, "reason" | "version">;

const MESSAGE_MAX = 300;
const TONES: Readonly<Record<Opening["phase"], Tone>> = { none: "off", waiting: "wait", expected: "bad", open: "good" };

const isAnnounced = ({ phase }: Opening): boolean => phase === "waiting" || phase === "expected";

/** The announced day, and the forms that change it and take it back. */
export function OpeningDay() {
  const { data, error, mutate } = useAdmin("/api/admin/opening");
  const mayChange = useSession().permissions["opening.change"]?.allowed;
  return (
    <>
      <PageTitle title={admin.pages.opening} />
      {data ? (
        <div className={layout.stack}>
          {data.phase === "expected" && (
            <Banner tone="bad" icon="alert" title={text.overdue}>
              {text.overdueHint}
            </Banner>
          )}
          {isAnnounced(data) && !data.has_folder && <Banner title={text.noFolder} />}
          <Announced opening={data} />
          {mayChange && <Change key={`${data.opens_at} ${data.phase}`} opening={data} onDone={() => void mutate()} />}
        </div>
      ) : (
        <LoadState error={error} onRetry={mutate} />
      )}
    </>
  );
}

function Announced({ opening }: { opening: Opening }) {
  const { phase, opens_at, opened_at, is_registration_open, message } = opening;
  const now = new Date();
  return (
    <Panel title={shared.state} note={text.note} first>
      <FactList
        inPanel
        facts={[
          [
            shared.state,
            <State key="state" tone={TONES[phase]}>
              {text.phases[phase]}
            </State>,
          ],
          ...(opens_at ? [[text.opens, formatMoment(new Date(opens_at), now)] as const] : []),
          ...(opened_at ? [[text.openSince, formatMoment(new Date(opened_at), now)] as const] : []),
          ...(isAnnounced(opening)
            ? [
                [
                  wheel.features.registration,
                  is_registration_open ? text.registrationOpen : text.registrationShut,
                ] as const,
                [text.message, message || "–"] as const,
              ]
            : []),
        ]}
      />
    </Panel>
  );
}

function Change({ opening, onDone }: { opening: Opening; onDone: () => void }) {
  const [form, setForm] = useState<Form | null>(null);
  const [isTakenBack, setTakenBack] = useState(false);
  const announced = isAnnounced(opening) ? opening : null;
  const action = announced ? text.change : text.announce;
  const check = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setForm(formOf(new FormData(event.currentTarget)));
  };
  return (
    <Panel title={action} actions={announced && <Button onClick={() => setTakenBack(true)}>{text.takeBack}</Button>}>
      <form className={layout.bodyStack} onSubmit={check}>
        <Field
          label={text.opens}
          hint={text.opensHint}
          name="opens"
          type="datetime-local"
          defaultValue={announced?.opens_at ? localTime(new Date(announced.opens_at)) : ""}
          required
        />
        <label className={control.check}>
          <input type="checkbox" name="registration" defaultChecked={announced?.is_registration_open ?? true} />
          {text.registration}
        </label>
        <Field
          label={text.message}
          hint={text.messageHint}
          name="message"
          maxLength={MESSAGE_MAX}
          defaultValue={announced?.message}
        />
        <div className={classes(layout.grid, layout.halves)}>
          {languages.map(({ code }) => (
            <Field
              key={code}
              label={text.messageIn({ language: languageName(code) })}
              name={code}
              maxLength={MESSAGE_MAX}
              defaultValue={announced?.texts[code]}
            />
          ))}
        </div>
        <div>
          <Button type="submit">{action}</Button>
        </div>
      </form>
      {form && (
        <ChangePanel
          title={action}
          action={action}
          path="/api/admin/opening"
          method="PUT"
          form={form}
          onClose={() => setForm(null)}
          onDone={onDone}
        />
      )}
      {isTakenBack && (
        <ChangePanel
          title={text.takeBack}
          action={text.takeBack}
          path="/api/admin/opening/removal"
          onClose={() => setTakenBack(false)}
          onDone={onDone}
        >
          <p className={typography.hint}>{text.takeBackHint}</p>
        </ChangePanel>
      )}
    </Panel>
  );
}

/** As an input of the type `datetime-local` has it. */
const localTime = (at: Date): string =>
  new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);

function formOf(data: FormData): Form {
  const value = (name: string) => String(data.get(name) ?? "").trim();
  const texts = languages.flatMap(({ code }) => (value(code) ? [[code, value(code)]] : []));
  return {
    opens_at: toMoment(value("opens")) ?? "",
    is_registration_open: data.has("registration"),
    message: value("message"),
    texts: Object.fromEntries(texts),
  };
}
