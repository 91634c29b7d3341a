import { createContext, use, useContext } from "react";
import { get } from "./api/client";
import type { components } from "./api/schema";

type Schemas = components["schemas"];

export type ServerInfo = Required<Schemas["ServerInfo"]>;
export type MediaItem = Schemas["MediaItem"];
export type DownloadItem = Schemas["Download"];

export interface SiteLink {
  label: string;
  url: string;
}

/** `site.toml`; empty texts are not shown. */
interface SiteTexts {
  name: string;
  /** Follows the name in titles: "Lineage 2 Interlude x15". */
  game: string;
  tagline: string;
  hero: { title: string; text: string };
  coins: { singular: string; plural: string };
  credit: string;
  email: string;
  logo: string;
  wordmark: string;
  links: { support: string; bugs: string; contact: string };
  header_links: readonly SiteLink[];
  footer_links: readonly SiteLink[];
}

export interface InstallationGuide {
  steps: readonly { title: string; text: string }[];
  help: { text: string; chat_url: string; forum_url: string };
}

interface NewsItem {
  slug: string;
  title: string;
  /** "2026-11-20" */
  date: string;
  summary: string;
}

/** `html` is made by the service, which lets no script and no foreign address through. */
export interface Article extends NewsItem {
  html: string;
}

/** The operator's content: the hashed file that the service makes of its folder. */
export interface Content {
  site: SiteTexts;
  info: ServerInfo;
  media: readonly MediaItem[];
  downloads: {
    items: readonly DownloadItem[];
    system_requirements: Schemas["SystemRequirements"];
    installation_guide: InstallationGuide;
  };
  /** The newest, for Home. */
  news: readonly NewsItem[];
  /** Of the newest 50, for the pages of articles. */
  news_index: readonly Omit<NewsItem, "summary">[];
  /** HTML of the footer's texts by anchor. */
  texts: Readonly<Record<string, string>>;
  /** By slug; the document of an article has that one alone. */
  articles: Readonly<Record<string, Article>>;
}

export interface PageExtras {
  /** Names of those that are on. */
  on: readonly string[];
  /** Sections and tabs that belong to the others: "/world", "/rankings?tab=clans". */
  absent_pages: readonly string[];
}

/** The part in a document: the content that its page shows, and the address of the rest. */
interface InlineContent extends Partial<Content> {
  site: SiteTexts;
  /** Anchors of the footer that have a text. */
  pages: readonly string[];
  extras: PageExtras;
  address: string;
}

export const ContentContext = createContext<InlineContent | null>(null);

export function readInlineContent(): InlineContent {
  return JSON.parse(document.getElementById("content")?.textContent ?? "");
}

let file: Promise<Content> | undefined;

/** Fetches the file ahead, so that other pages show without a network. */
export function prefetchContent({ address }: InlineContent): void {
  file ??= get<Content>(address);
  file.catch(() => {
    file = undefined;
  });
}

/** Returns a part of the content; suspends while the rest is fetched, once, if the document lacks it. */
export function useContent<K extends keyof Content>(part: K): Content[K] {
  const inline = useInlineContent();
  const value = inline[part] as Content[K] | undefined;
  if (value !== undefined) return value;
  file ??= get<Content>(inline.address);
  return use(file)[part];
}

type Entries<T> = Readonly<Record<string, T>>;

/** Returns an entry of a part; suspends like `useContent`. */
function useEntry<T>(entriesOf: (content: Partial<Content>) => Entries<T> | undefined, key: string): T | undefined {
  const inline = useInlineContent();
  let entries = entriesOf(inline) ?? {};
  if (!Object.hasOwn(entries, key)) {
    file ??= get<Content>(inline.address);
    entries = entriesOf(use(file)) ?? {};
  }
  return Object.hasOwn(entries, key) ? entries[key] : undefined;
}

/** HTML of a text of the footer. */
export const useOperatorText = (anchor: string) => useEntry(({ texts }) => texts, anchor);
export const useArticle = (slug: string) => useEntry(({ articles }) => articles, slug);

export const useFooterAnchors = (): readonly string[] => useInlineContent().pages;

export const useSiteTexts = (): SiteTexts => useInlineContent().site;

export function useInlineContent(): InlineContent {
  const content = useContext(ContentContext);
  if (!content) throw new Error("the document has no content");
  return content;
}
