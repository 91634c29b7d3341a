import { code as current } from "text:language";
import * as shared from "text:shared";
import languages from "languages";
import { useLocation } from "react-router-dom";
import * as css from "./language.module.css";
import { addressIn } from "./languageAddress";

/** Links to the same page in each language. Another language is another build, so they load the whole page. */
export default function LanguageLinks({ short = false }: { short?: boolean }) {
  const { pathname, search } = useLocation();
  return (
    <ul className={css.links} aria-label={shared.language}>
      {languages.map((language) => (
        <li key={language.code}>
          <a
            href={addressIn(language, pathname + search)}
            lang={language.locale}
            hrefLang={language.hreflang}
            aria-label={short ? `${language.code.toUpperCase()} ${language.name}` : undefined}
            aria-current={language.code === current ? "true" : undefined}
          >
            {short ? language.code.toUpperCase() : language.name}
          </a>
        </li>
      ))}
    </ul>
  );
}
