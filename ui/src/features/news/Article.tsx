import forest from "art:scene-elven-forest";
import { subjectTitles } from "text:pages";
import { formatCalendarDay } from "@shared/calendarDay";
import { PageHead } from "@shared/components/PageHead";
import { Prose } from "@shared/components/Prose";
import { useArticle, useSiteTexts } from "@shared/content";
import { paths } from "@shared/paths";
import * as utility from "@shared/styles/utility.module.css";
import { useEffect } from "react";
import { matchPath, Navigate, useLocation } from "react-router-dom";

/** One article of the operator's news; an unknown one leads to Home. */
export default function Article() {
  const { pathname } = useLocation();
  const article = useArticle(matchPath(paths.article, pathname)?.params.slug ?? "");
  const { name, game } = useSiteTexts();
  const title = article && subjectTitles["/news/:slug"]({ title: article.title, name, game });
  useEffect(() => {
    if (title) document.title = title;
  }, [title]);
  if (!article) return <Navigate to={paths.home} replace />;
  return (
    <>
      <PageHead title={article.title} picture={forest} scene="forest">
        <time dateTime={article.date}>{formatCalendarDay(article.date)}</time>
      </PageHead>
      <article className={utility.wrap}>
        <Prose html={article.html} />
      </article>
    </>
  );
}
