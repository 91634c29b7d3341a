import { code as current } from "text:language";
import { Button } from "@shared/components/Button";
import { Icon } from "@shared/components/Icon";
import { readChoice, writeChoice } from "@shared/stores/storage";
import { useState } from "react";
import { useLocation } from "react-router-dom";
import * as frame from "./frame.module.css";
import * as css from "./language.module.css";
import { addressIn, preferredLanguage } from "./languageAddress";

const ANSWER_KEY = "language_offer_answered";

/** Offers the page once in the language that the browser prefers. */
export default function LanguageOffer() {
  const { pathname, search } = useLocation();
  const [isAnswered, setAnswered] = useState(() => readChoice(ANSWER_KEY) !== null);
  const language = preferredLanguage(navigator.languages);
  if (isAnswered || !language || language.code === current) return null;
  const answer = () => {
    writeChoice(ANSWER_KEY, current);
    setAnswered(true);
  };
  return (
    <aside className={frame.notice} lang={language.locale}>
      <div className={css.offer}>
        <a href={addressIn(language, pathname + search)} hrefLang={language.hreflang} onClick={answer}>
          {language.offer}
        </a>
        <Button look="ghost" icon aria-label={language.dismiss} onClick={answer}>
          <Icon name="close" />
        </Button>
      </div>
    </aside>
  );
}
