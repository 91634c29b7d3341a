import * as text from "text:character";
import { code } from "text:language";
import * as shared from "text:shared";
import { useIsHydrated } from "@shared/api/firstFrame";
import { CopyButton } from "@shared/components/CopyButton";
import { chip } from "@shared/components/chip.module.css";
import { input } from "@shared/components/field.module.css";
import { Section } from "@shared/components/Section";
import { paths } from "@shared/paths";
import { useSubjectPaths } from "@shared/SubjectPaths";
import { useId, useState } from "react";
import * as css from "./signature.module.css";
import { SIGNATURE_CODES } from "./signatureCodes";

const FORMS = {
  signature: { label: text.signature, width: 468, height: 60 },
  card: { label: text.card, width: 1200, height: 630 },
} as const;

type Form = keyof typeof FORMS;

/** The pictures of a character for other sites, with the codes that show one. */
export function Signature({ name, id }: { name: string; id: number }) {
  const isHydrated = useIsHydrated();
  const { characterPath } = useSubjectPaths();
  const [form, setForm] = useState<Form>("signature");
  const page = characterPath(name, id);
  const picture = `/share/${form}/${page.slice(paths.character.indexOf(":"))}.${code}.png`;
  const origin = isHydrated ? window.location.origin : "";
  const subject = { name, page: origin + page, picture: origin + picture };
  const { width, height } = FORMS[form];
  return (
    <Section title={text.signature} note={text.signatureNote}>
      <div className={css.forms}>
        {(Object.keys(FORMS) as Form[]).map((key) => (
          <button key={key} type="button" className={chip} aria-pressed={key === form} onClick={() => setForm(key)}>
            {FORMS[key].label}
            <small>{`${FORMS[key].width} × ${FORMS[key].height}`}</small>
          </button>
        ))}
      </div>
      <img
        key={form}
        className={css.picture}
        src={picture}
        width={width}
        height={height}
        loading="lazy"
        alt={text.signatureAlt({ name })}
      />
      <ul className={css.codes}>
        {Object.entries(SIGNATURE_CODES).map(([label, codeOf]) => (
          <Code key={label} label={label} value={codeOf(subject)} />
        ))}
        <Code label={text.pictureAddress} value={subject.picture} />
      </ul>
    </Section>
  );
}

function Code({ label, value }: { label: string; value: string }) {
  const id = useId();
  return (
    <li>
      <label htmlFor={id}>{label}</label>
      <input id={id} className={input} readOnly value={value} onFocus={({ target }) => target.select()} />
      <CopyButton value={value} copiedText={shared.copied} label={text.copyCode({ name: label })} />
    </li>
  );
}
