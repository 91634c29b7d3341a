import colosseum from "art:scene-colosseum";
import gate from "art:scene-dwarven-town";
import forest from "art:scene-elven-forest";
import harbour from "art:scene-harbour";
import siege from "art:scene-siege";
import { subjectTitles } from "text:pages";
import { formatCalendarDay } from "@shared/calendarDay";
import { PageHead } from "@shared/components/PageHead";
import type { Source } from "@shared/components/Picture";
import { Prose } from "@shared/components/Prose";
import { useArticle, useSiteTexts } from "@shared/content";
import { paths } from "@shared/paths";
import * as utility from "@shared/styles/utility.module.css";
import { useEffect } from "react";
import { matchPath, Navigate, useLocation } from "react-router-dom";
import { OtherNews } from "./OtherNews";

const SCENES = [
  { picture: forest, scene: "forest" },
  { picture: siege, scene: "siege" },
  { picture: harbour, scene: "harbour" },
  { picture: gate, scene: "gate" },
  { picture: colosseum, scene: "colosseum" },
] as const;

/** One article of the operator's news; an unknown one leads to Home. */
export default function Article() {
  const { pathname } = useLocation();
  const slug = matchPath(paths.article, pathname)?.params.slug ?? "";
  const article = useArticle(slug);
  const { name, game } = useSiteTexts();
  const title = article && subjectTitles["/news/:slug"]({ title: article.title, name, game });
  useEffect(() => {
    if (title) document.title = title;
  }, [title]);
  if (!article) return <Navigate to={paths.home} replace />;
  return (
    <>
      <PageHead title={article.title} {...sceneOf(slug)} {...ownPicture(article.html)}>
        <time dateTime={article.date}>{formatCalendarDay(article.date)}</time>
      </PageHead>
      <div className={utility.wrap}>
        <article>
          <Prose html={article.html} />
        </article>
        <OtherNews slug={slug} />
      </div>
    </>
  );
}

/** The same scene for an article at each time, and another one for most of the others. */
function sceneOf(slug: string): (typeof SCENES)[number] {
  const sum = [...slug].reduce((total, sign) => total + (sign.codePointAt(0) ?? 0), 0);
  return SCENES[sum % SCENES.length] ?? SCENES[0];
}

/** The article's first picture, for the head of its page. */
function ownPicture(html: string): { picture: Source } | undefined {
  const src = /<img[^>]* src="(\/pictures\/[^"]+)"/.exec(html)?.[1];
  return src ? { picture: { avif: "", src, width: 1280, height: 720 } } : undefined;
}
