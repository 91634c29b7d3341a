// One HTML file per public route and language, since link previews run no script. The service replaces `{{origin}}` by the
// site's address, `{{es:/rankings}}` by the path of a page in a language, and `{{name}}` and others by the operator's texts
// (gateway/http/page_texts.py).
import { SOURCE } from "./catalogues.mjs";

/** The link preview that the service draws anew; it puts a version behind its address. */
const DRAWN_SHARE = "rankings";

/** The link preview of the subject that a page's address names. */
const OWN_SHARE = "own";

export const escapeHtml = (text) => text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");

/** Anchors of the footer; each may have a text of the operator (gateway/features/site_content/markdown_files.py). */
const ANCHORS = ["rules", "events", "rankings", "donations", "forum", "terms", "privacy", "gdpr"];

/** The language whose pages have no prefix unless the service is set to another one. */
const DEFAULT = "default";

/** Pages and their tabs that have a title of their own, with their texts; each is a file. */
export const heads = (pages, { titles: ofPages, subjectTitles, descriptions }) => {
  const titles = { ...ofPages, ...subjectTitles };
  return pages
    .flatMap(({ tabs = [], ...page }) => [{ ...page, address: page.path }, ...tabs.map((tab) => ofTab(page, tab))])
    .filter(({ address }) => titles[address])
    .map((page) => ({ ...page, title: ofSite(titles[page.address]), description: ofSite(descriptions[page.address]) }));
};

/** A text with placeholders for the operator's texts in the place of its arguments. */
const ofSite = (text) => text.replace(/\{(\w+)\}/g, "{{$1}}");

const DAYS = /\{\{(?:json:)?(date|first_day|last_day)\}\}/g;

/** Lets the service write days as the page does. */
function withDays(text, locale) {
  const long = new Intl.DateTimeFormat(locale, { dateStyle: "long", timeZone: "UTC" });
  const monthOf = (index) => long.formatToParts(Date.UTC(2026, index)).find(({ type }) => type === "month").value;
  const months = Array.from({ length: 12 }, (_, index) => monthOf(index)).join();
  const signs = { day: "%d", month: "%B", year: "%Y" };
  const form = long
    .formatToParts(0)
    .map(({ type, value }) => signs[type] ?? value)
    .join("");
  return text.replace(DAYS, `{{date:$1|${form}|${months}}}`);
}

/** The same for a text within JSON. */
const inJson = (text) => text.replace(/\{\{(?=\w+\}\})(?!origin)/g, "{{json:");

const ofTab = (page, { tab, ...tabTexts }) => ({
  ...page,
  ...tabTexts,
  address: `${page.path}?tab=${tab}`,
  file: page.file.replace(".html", `@${tab}.html`),
});

/** The service makes a page, its view and its entry of the sitemap for each article (gateway/http/articles.py). */
const isOne = ({ path }) => !path.includes(":");

/** Every page and tab that the service renders. */
export const views = (pages) =>
  pages
    .filter((page) => (page.share || page.shell) && isOne(page))
    .flatMap(({ path, tabs = [], parts = tabs }) => [path, ...parts.map(({ tab }) => `${path}?tab=${tab}`)]);

/** The extra of each page and tab that belongs to one, by address; the tabs of such a page belong to it. */
export const extras = (pages) =>
  Object.fromEntries(
    pages.flatMap(({ path, extra, tabs = [] }) =>
      [{ address: path, extra }, ...tabs.map((tab) => ({ address: `${path}?tab=${tab.tab}`, extra, ...tab }))]
        .filter((item) => item.extra)
        .map((item) => [item.address, item.extra]),
    ),
  );

/** Placeholders for the path and the whole address of a page in a language. */
const pathIn = (language, path) => `{{${language}:${path}}}`;
const addressIn = (language, path) => `{{origin}}${pathIn(language, path)}`;

/** Marks a session before the first paint, which reserves places for it; the policy of the page allows it by its hash. */
const MARK_SESSION = `try{"auth_token"in localStorage&&(document.documentElement.dataset.session="")}catch{}`;

/** A rendered page shows without its scripts: pictures and fonts come before them. */
const scriptsAfterPaint = (start, modules) =>
  `<script defer src="${start}" fetchpriority="low" data-modules="${modules.join(" ")}"></script>`;

const scriptsAtOnce = ([entry, ...modules]) => [
  `<script type="module" src="${entry}"></script>`,
  ...modules.map((href) => `<link rel="modulepreload" href="${href}">`),
];

/** By tab: the calls of a session and the scripts that the address needs. */
const earlyCalls = (early, parts) =>
  `<script async src="${early}" fetchpriority="high"${parts.map(({ tab, addresses }) => ` data-${tab}="${addresses.join(" ")}"`).join("")}></script>`;

/** The first paint waits for no other file. The policy of the page allows the style by its hash. */
const inlineSheet = ({ href, text }) => `<style data-href="${href}">${text}</style>`;

/** `modules`: the page's scripts, the entry first. `parts`: addresses of each tab that the script `early` loads. `sheets` are style sheets with their `href` and `text`; `language` is the code, `catalogues` has the texts of all languages; `navigation`: paths of core's pages in the header. */
export function page(
  page,
  { navigation, version, start, early, sheets, modules, parts, fonts, pictures, language, catalogues },
) {
  const isRendered = Boolean(page.share);
  const { language: about, pages: texts, shared, shell } = catalogues[language];
  const lines = [
    `<meta charset="utf-8">`,
    `<meta name="version" content="${version}">`,
    `<meta name="viewport" content="width=device-width, initial-scale=1">`,
    `<title>${escapeHtml(page.title)}</title>`,
    `<meta name="description" content="${escapeHtml(page.description)}">`,
    `<meta name="theme-color" content="{{theme_color}}">`,
    `<meta name="color-scheme" content="dark">`,
    ...(isRendered
      ? [...shareTags(page, language, catalogues), structuredData(page, language, texts)]
      : [`<meta name="robots" content="noindex">`]),
    ...alternates(page.address, catalogues).map(
      ([hreflang, href]) => `<link rel="alternate" hreflang="${hreflang}" href="${href}">`,
    ),
    `<link rel="alternate" type="application/atom+xml" href="${pathIn(language, "/feeds/news.atom")}" title="{{name}}">`,
    `<link rel="icon" href="{{favicon_ico}}" sizes="32x32">`,
    `<link rel="icon" href="{{favicon}}">`,
    "{{rel-apple-touch-icon:touch_icon}}",
    `<link rel="manifest" href="${language === SOURCE ? "" : `/${language}`}/site.webmanifest">`,
    ...(page.shell ? [earlyCalls(early, parts)] : []),
    ...pictures.map(
      ({ avif, sizes }) =>
        `<link rel="preload" as="image" type="image/avif" imagesrcset="${avif}" imagesizes="${sizes}" fetchpriority="high">`,
    ),
    ...fonts.map((href) => `<link rel="preload" href="${href}" as="font" type="font/woff2" crossorigin>`),
    ...(page.marksSession ? [`<script>${MARK_SESSION}</script>`] : []),
    ...sheets.map(inlineSheet),
    "{{rel-stylesheet:accent}}",
    ...(isRendered ? [] : scriptsAtOnce(modules)),
  ];
  const html = `<!doctype html>
<html lang="${about.locale}">
<head>
${lines.join("\n")}
</head>
<body>
<div id="root"></div>
<noscript>${frameWithoutScripts(page, navigation, language, catalogues)}</noscript>
<script type="application/json" id="content">{{content:${(page.content ?? []).join(",")}}}</script>
<noscript>${ANCHORS.map((anchor) => `{{text:${anchor}|${escapeHtml(shell[anchor] ?? shared[anchor])}}}`).join("")}</noscript>${isRendered ? `\n${scriptsAfterPaint(start, modules)}` : ""}
</body>
</html>
`;
  return withDays(html, about.locale);
}

/** Header, title and links of an empty shell, for visitors without scripts. */
function frameWithoutScripts({ title, description }, navigation, language, catalogues) {
  const { pages: texts, shell } = catalogues[language];
  const links = navigation.map(
    (path) => `<a href="${pathIn(language, path)}">${escapeHtml(shell.navigation[path])}</a>`,
  );
  const otherLanguages = Object.entries(catalogues).filter(([code]) => code !== language);
  const languages = otherLanguages.map(
    ([code, { language: about }]) =>
      `<a href="${pathIn(code, "/")}" lang="${about.locale}">${escapeHtml(about.name)}</a>`,
  );
  return `<header><a href="${pathIn(language, "/")}">{{name}}</a><nav aria-label="${escapeHtml(shell.main)}">${[...links, ...languages].join("")}</nav></header><main><h1>${escapeHtml(title)}</h1><p>${escapeHtml(`${description} ${texts.needsJavaScript}`)}</p></main>`;
}

/** The address of a page in each language, and in the default language for readers of any other, by `hreflang`. */
const alternates = (address, catalogues) => [
  ...Object.entries(catalogues).map(([code, { language }]) => [language.hreflang, addressIn(code, address)]),
  ["x-default", addressIn(DEFAULT, address)],
];

function shareTags(page, language, catalogues) {
  const file = page.share === OWN_SHARE ? "{{raw:share_file}}" : `${page.share}.jpg`;
  const picture = `{{origin}}/share/${file}${page.share === DRAWN_SHARE ? "{{share_version}}" : ""}`;
  const address = addressIn(language, page.address);
  const localeOf = (code) => catalogues[code].language.locale.replace("-", "_");
  const otherLanguages = Object.keys(catalogues).filter((code) => code !== language);
  return [
    `<link rel="canonical" href="${address}">`,
    `<meta property="og:type" content="website">`,
    `<meta property="og:site_name" content="{{name}}">`,
    `<meta property="og:locale" content="${localeOf(language)}">`,
    ...otherLanguages.map((code) => `<meta property="og:locale:alternate" content="${localeOf(code)}">`),
    `<meta property="og:title" content="${escapeHtml(page.title)}">`,
    `<meta property="og:description" content="${escapeHtml(page.description)}">`,
    `<meta property="og:url" content="${address}">`,
    `<meta property="og:image" content="${picture}">`,
    `<meta property="og:image:width" content="1200">`,
    `<meta property="og:image:height" content="630">`,
    `<meta property="og:image:alt" content="${escapeHtml(ofSite(catalogues[language].pages.shareAlts[page.path]))}">`,
    `<meta name="twitter:card" content="summary_large_image">`,
    `<meta name="twitter:title" content="${escapeHtml(page.title)}">`,
    `<meta name="twitter:image" content="${picture}">`,
  ];
}

/** JSON-LD: the game server on Home, else a page of the site. */
function structuredData(page, language, texts) {
  const url = addressIn(language, page.address);
  const site = { "@type": "WebSite", name: "{{name}}", url: "{{origin}}/" };
  const server = {
    "@type": "GameServer",
    "@id": "{{origin}}/#server",
    name: "{{name}}",
    game: { "@type": "VideoGame", name: "Lineage II: Interlude" },
  };
  const breadcrumb = breadcrumbs(page, language, texts);
  const type =
    page.path === "/"
      ? { ...server, isPartOf: site }
      : { "@type": "WebPage", name: page.title, isPartOf: site, breadcrumb };
  const data = { "@context": "https://schema.org", ...type, url, description: page.description };
  return `<script type="application/ld+json">${inJson(JSON.stringify(data).replaceAll("<", "\\u003c"))}</script>`;
}

/** Home, the page above if there is one, the page, and its tab if it has an address of its own. */
function breadcrumbs({ parent, path, address }, language, { titles, subjectTitles }) {
  const itemListElement = [...new Set(["/", parent ?? path, path, address])].map((item, index) => ({
    "@type": "ListItem",
    position: index + 1,
    name: ofSite(titles[item] ?? subjectTitles[item]).split(" · ")[0],
    item: addressIn(language, item),
  }));
  return { "@type": "BreadcrumbList", itemListElement };
}

export function robots() {
  return "User-agent: *\nDisallow: /api/\nDisallow: /player\nDisallow: /*/player\nSitemap: {{origin}}/sitemap.xml\n";
}

/** Pages that show the rankings' snapshot; the others change with the content alone. */
const OF_SNAPSHOT = ["/", "/rankings"];

/** Lists each page in each language, with its alternates. */
export function sitemap(pages, catalogues) {
  const addresses = heads(pages, Object.values(catalogues)[0].pages)
    .filter((item) => item.share && isOne(item))
    .map(({ address }) => address);
  const entries = addresses.flatMap((address) => {
    const links = alternates(address, catalogues).map(
      ([hreflang, href]) => `<xhtml:link rel="alternate" hreflang="${hreflang}" href="${href}"/>`,
    );
    const day = OF_SNAPSHOT.includes(address.split("?")[0]) ? "snapshot_day" : "content_day";
    return Object.keys(catalogues).map(
      (code) => `  <url><loc>${addressIn(code, address)}</loc><lastmod>{{${day}}}</lastmod>${links.join("")}</url>`,
    );
  });
  const spaces = `xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml"`;
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset ${spaces}>\n${entries.join("\n")}\n</urlset>\n`;
}

/** Icons follow the operator's picture (gateway/features/site_content/icons.py). */
const ICONS = "{{raw:icons}}";

/** Web app manifest: the site can be installed. */
export function manifest(code, { language, pages }) {
  const shortcut = (name, path) => ({ name, url: pathIn(code, path), icons: ICONS });
  const data = {
    id: pathIn(code, "/"),
    name: "{{name}}",
    short_name: "{{name}}",
    description: ofSite(pages.descriptions["/"]),
    lang: language.locale,
    start_url: pathIn(code, "/"),
    scope: "/",
    display: "standalone",
    background_color: "{{theme_color}}",
    theme_color: "{{theme_color}}",
    categories: ["games"],
    icons: ICONS,
    shortcuts: [
      shortcut(pages.shortcuts.rankings, "/rankings"),
      shortcut(pages.shortcuts.roulette, "/player?tab=roulette"),
      shortcut(pages.shortcuts.donate, "/player?tab=donations"),
    ],
  };
  return inJson(JSON.stringify(data)).replaceAll(JSON.stringify(ICONS), ICONS);
}
