// One HTML file per public route, since link previews run no script. The service replaces `{{origin}}` by the site's
// address.
/** The link preview that the service draws anew; it puts a version behind its address. */
const DRAWN_SHARE = "rankings";

export const escapeHtml = (text) => text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");

/** Pages and their tabs that have a title of their own; each is a file. */
export const heads = (pages) =>
  pages.flatMap((page) => {
    const tabs = (page.tabs ?? []).filter(({ title }) => title);
    const file = (tab) => page.file.replace(".html", `@${tab}.html`);
    const ofTab = ({ tab, ...head }) => ({ ...page, ...head, file: file(tab), address: `${page.path}?tab=${tab}` });
    return [{ ...page, address: page.path }, ...tabs.map(ofTab)];
  });

/** Every page and tab that the service renders. */
export const views = (pages) =>
  pages
    .filter((page) => page.share)
    .flatMap(({ path, tabs = [] }) => [path, ...tabs.map(({ tab }) => `${path}?tab=${tab}`)]);

export function page(page, { version, entry, sheets, modules, fonts, pictures }) {
  const address = `{{origin}}${page.address}`;
  const lines = [
    `<meta charset="utf-8">`,
    `<meta name="version" content="${version}">`,
    `<meta name="viewport" content="width=device-width, initial-scale=1">`,
    `<title>${escapeHtml(page.title)}</title>`,
    `<meta name="description" content="${escapeHtml(page.description)}">`,
    `<meta name="theme-color" content="#0b0e14">`,
    `<meta name="color-scheme" content="dark">`,
    ...(page.share
      ? [...shareTags(page, address), structuredData(page, address)]
      : [`<meta name="robots" content="noindex">`]),
    `<link rel="icon" href="/favicon.ico" sizes="32x32">`,
    `<link rel="icon" href="/favicon.svg" type="image/svg+xml">`,
    `<link rel="apple-touch-icon" href="/icon-180.png">`,
    `<link rel="manifest" href="/site.webmanifest">`,
    ...fonts.map((href) => `<link rel="preload" href="${href}" as="font" type="font/woff2" crossorigin>`),
    ...sheets.map((href) => `<link rel="stylesheet" href="${href}">`),
    `<script type="module" src="${entry}"></script>`,
    ...modules.map((href) => `<link rel="modulepreload" href="${href}">`),
    ...pictures.map(
      ({ avif, sizes }) =>
        `<link rel="preload" as="image" type="image/avif" imagesrcset="${avif}" imagesizes="${sizes}" fetchpriority="high">`,
    ),
  ];
  return `<!doctype html>
<html lang="en">
<head>
${lines.join("\n")}
</head>
<body>
<div id="root"></div>
<noscript>${escapeHtml(page.description)} This site needs JavaScript.</noscript>
</body>
</html>
`;
}

function shareTags(page, address) {
  const picture = `{{origin}}/share/${page.share}.jpg${page.share === DRAWN_SHARE ? "{{share-version}}" : ""}`;
  return [
    `<link rel="canonical" href="${address}">`,
    `<meta property="og:type" content="website">`,
    `<meta property="og:site_name" content="Fishi">`,
    `<meta property="og:title" content="${escapeHtml(page.title)}">`,
    `<meta property="og:description" content="${escapeHtml(page.description)}">`,
    `<meta property="og:url" content="${address}">`,
    `<meta property="og:image" content="${picture}">`,
    `<meta property="og:image:width" content="1200">`,
    `<meta property="og:image:height" content="630">`,
    `<meta property="og:image:alt" content="The Fishi mark before a castle town at night">`,
    `<meta name="twitter:card" content="summary_large_image">`,
  ];
}

/** JSON-LD: the game server on Home, else a page of the site. */
function structuredData(page, url) {
  const site = { "@type": "WebSite", name: "Fishi", url: "{{origin}}/" };
  const server = {
    "@type": "GameServer",
    name: "Fishi",
    game: { "@type": "VideoGame", name: "Lineage II: Interlude" },
  };
  const type =
    page.path === "/" ? { ...server, isPartOf: site } : { "@type": "WebPage", name: page.title, isPartOf: site };
  const data = { "@context": "https://schema.org", ...type, url, description: page.description };
  return `<script type="application/ld+json">${JSON.stringify(data).replaceAll("<", "\\u003c")}</script>`;
}

export function robots() {
  return "User-agent: *\nDisallow: /api/\nDisallow: /player\nSitemap: {{origin}}/sitemap.xml\n";
}

export function sitemap(pages) {
  const entries = heads(pages)
    .filter((item) => item.share)
    .map((item) => `  <url><loc>{{origin}}${item.address}</loc></url>`);
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${entries.join("\n")}\n</urlset>\n`;
}

const icon = (name, size, purpose) => ({
  src: `/${name}.png`,
  sizes: `${size}x${size}`,
  type: "image/png",
  ...(purpose && { purpose }),
});

const shortcut = (name, url) => ({ name, url, icons: [icon("icon-192", 192)] });

/** Web app manifest: the site can be installed. */
export function manifest(pages) {
  return JSON.stringify({
    id: "/",
    name: "Fishi",
    short_name: "Fishi",
    description: pages[0].description,
    lang: "en",
    start_url: "/",
    scope: "/",
    display: "standalone",
    background_color: "#0b0e14",
    theme_color: "#0b0e14",
    categories: ["games"],
    icons: [icon("icon-192", 192), icon("icon-512", 512), icon("icon-maskable-512", 512, "maskable")],
    shortcuts: [
      shortcut("Rankings", "/rankings"),
      shortcut("Roulette", "/player?tab=roulette"),
      shortcut("Donate", "/player?tab=donations"),
    ],
  });
}
