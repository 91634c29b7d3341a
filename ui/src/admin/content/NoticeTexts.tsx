import * as text from "text:adminContent";
import * as shared from "text:shared";
import { Field } from "@shared/components/Field";
import languages from "languages";
import { languageName } from "../parts/languageName";

/** Fields of a notice: its text, and the same in other languages. */
export function NoticeTexts() {
  return (
    <>
      <Field label={shared.text} hint={text.noticeHint} name="text" maxLength={300} required />
      {languages.map(({ code }) => (
        <Field key={code} label={text.noticeIn({ language: languageName(code) })} name={code} maxLength={300} />
      ))}
    </>
  );
}

/** The form's texts as the service takes them; an empty one is left out. */
export function textsOf(data: FormData): { text: string; texts: Record<string, string> } {
  const value = (name: string) => String(data.get(name) ?? "").trim();
  const texts = languages.flatMap(({ code }) => (value(code) ? [[code, value(code)]] : []));
  return { text: value("text"), texts: Object.fromEntries(texts) };
}
