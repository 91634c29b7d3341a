import { code as current } from "text:language";
import * as text from "text:profile";
import { put } from "@shared/api/client";
import { type Answer, useGet } from "@shared/api/useGet";
import { input } from "@shared/components/field.module.css";
import languages from "languages";
import { useState } from "react";
import { mutate } from "swr";
import * as css from "./profile.module.css";

type Choice = Answer<"/api/player/language">;

const PATH = "/api/player/language";

/** The language in which the site writes to the player. */
export function MailLanguage() {
  const { data, error } = useGet(PATH);
  const [selected, setSelected] = useState<string | null>(null);
  const [hasFailed, setHasFailed] = useState(false);
  const choose = (language: string) => {
    setSelected(language);
    setHasFailed(false);
    mutate<Choice>(PATH, () => put<Choice>(PATH, { language }), { revalidate: false })
      .catch(() => setHasFailed(true))
      .finally(() => setSelected(null));
  };
  return (
    <div className={css.mailLanguage}>
      <label>
        {text.mailLanguage}
        <select
          className={input}
          value={selected ?? data?.language ?? current}
          disabled={!data || selected !== null}
          onChange={({ target }) => choose(target.value)}
        >
          {languages.map(({ code, locale, name }) => (
            <option key={code} value={code} lang={locale}>
              {name}
            </option>
          ))}
        </select>
      </label>
      {(hasFailed || (error && !data)) && <p role="alert">{text.mailLanguageFailed}</p>}
    </div>
  );
}
