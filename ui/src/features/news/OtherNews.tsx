import * as text from "text:article";
import * as shared from "text:shared";
import { useIsHydrated } from "@shared/api/firstFrame";
import { formatCalendarDay } from "@shared/calendarDay";
import { CopyButton } from "@shared/components/CopyButton";
import { Link } from "@shared/components/Link";
import { Panel } from "@shared/components/Panel";
import { SectionHead } from "@shared/components/SectionHead";
import { useContent } from "@shared/content";
import { articlePath } from "@shared/paths";
import * as css from "./other-news.module.css";

/** The link of an article, the ones before and after it, and the list of all. */
export function OtherNews({ slug }: { slug: string }) {
  const isHydrated = useIsHydrated();
  const news = useContent("news_index");
  const place = news.findIndex((item) => item.slug === slug);
  const neighbours = [
    { label: text.newer, item: news[place - 1] },
    { label: text.older, item: place < 0 ? undefined : news[place + 1] },
  ];
  return (
    <>
      <div className={css.share}>
        <CopyButton value={isHydrated ? window.location.href : ""} copiedText={shared.copied}>
          {text.copyLink}
        </CopyButton>
      </div>
      <nav className={css.neighbours} aria-label={text.neighbours}>
        {neighbours.map(
          ({ label, item }) =>
            item && (
              <Panel as="div" padded key={label}>
                <small>{label}</small>
                <Link to={articlePath(item.slug)}>{item.title}</Link>
              </Panel>
            ),
        )}
      </nav>
      <section aria-labelledby="all-news" className={css.all}>
        <SectionHead title={text.allNews} id="all-news" />
        <ul>
          {news.map((item) => (
            <li key={item.slug}>
              <time dateTime={item.date}>{formatCalendarDay(item.date)}</time>
              <Link to={articlePath(item.slug)} aria-current={item.slug === slug ? "page" : undefined}>
                {item.title}
              </Link>
            </li>
          ))}
        </ul>
      </section>
    </>
  );
}
