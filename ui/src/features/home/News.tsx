import * as text from "text:home";
import { formatCalendarDay } from "@shared/calendarDay";
import { Link } from "@shared/components/Link";
import { Panel } from "@shared/components/Panel";
import { SectionHead } from "@shared/components/SectionHead";
import { useContent } from "@shared/content";
import { articlePath } from "@shared/paths";
import * as css from "./news.module.css";

/** The newest articles; nothing without any. */
export function News() {
  const news = useContent("news");
  if (news.length === 0) return null;
  return (
    <section aria-labelledby="news">
      <SectionHead title={text.news} id="news" />
      <ul className={css.news}>
        {news.map(({ slug, title, date, summary }) => (
          <Panel as="li" padded key={slug}>
            <time dateTime={date}>{formatCalendarDay(date)}</time>
            <h3>
              <Link to={articlePath(slug)}>{title}</Link>
            </h3>
            <p>{summary}</p>
          </Panel>
        ))}
      </ul>
    </section>
  );
}
