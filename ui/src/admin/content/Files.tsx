import * as text from "text:adminContent";
import * as shared from "text:shared";
import { Button } from "@shared/components/Button";
import { classes } from "@shared/components/classes";
import { Field } from "@shared/components/Field";
import { TextButton } from "@shared/components/TextButton";
import { formatShortDay } from "@shared/dates";
import languages from "languages";
import { type FormEvent, useState } from "react";
import type { Body } from "../api/useAdmin";
import { type Column, DataTable } from "../parts/DataTable";
import * as layout from "../parts/layout.module.css";
import { Panel } from "../parts/Panel";
import { State } from "../parts/States";
import * as css from "./content.module.css";
import { useDrafts } from "./drafts";
import { localPath } from "./paths";

type Entry = Body<"ContentEntry">;

const PAGES = ["rules", "events", "rankings", "donations", "forum", "terms", "privacy", "gdpr"];
const SLUG = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

interface Props {
  tab: "news" | "texts";
  /** Paths of the files in the site's own language. */
  bases: readonly string[];
  files: readonly Entry[];
  current: string | undefined;
  isReadOnly: boolean;
  onOpen: (path: string) => void;
}

/** The articles with their days, or the pages and settings; and a new one. */
export function Files({ tab, bases, files, current, isReadOnly, onOpen }: Props) {
  const { drafts } = useDrafts();
  const find = (path: string) => files.find((file) => file.path === path);
  const codes = languages.map(({ code }) => code);
  const translations = (path: string) => codes.filter((code) => find(localPath(path, code))).join(" ") || "–";
  const hasDraft = (path: string) => ["", ...codes].some((code) => drafts[localPath(path, code)]);
  const columns: readonly Column<string>[] = [
    {
      title: tab === "news" ? text.head.title : text.file,
      kind: "long",
      value: (path) => (
        <TextButton className={css.link} aria-current={path === current} onClick={() => onOpen(path)}>
          {find(path)?.article?.title ?? path}
        </TextButton>
      ),
    },
    ...(tab === "news"
      ? [
          { title: shared.state, kind: "lead" as const, value: (path: string) => <ArticleState entry={find(path)} /> },
          { title: text.shown, value: (path: string) => days(find(path)) },
        ]
      : []),
    { title: text.translations, value: translations },
    { title: text.draft, value: (path) => (hasDraft(path) ? <State tone="wait">{text.edited}</State> : "–") },
  ];
  const sortedBases = tab === "news" ? [...bases].sort((a, b) => dayOf(find(b)).localeCompare(dayOf(find(a)))) : bases;
  return (
    <Panel title={tab === "news" ? text.allNews : text.allTexts}>
      <DataTable
        emptyText={text.noNews}
        caption={tab === "news" ? text.allNews : text.allTexts}
        columns={columns}
        rows={sortedBases}
        keyOf={(path) => path}
        rowTone={(path) => (path === current ? "wait" : undefined)}
      />
      {!isReadOnly && <NewFile tab={tab} bases={bases} onOpen={onOpen} />}
    </Panel>
  );
}

function NewFile({ tab, bases, onOpen }: Pick<Props, "tab" | "bases" | "onOpen">) {
  const [name, setName] = useState("");
  const missing = PAGES.filter((page) => !bases.includes(`pages/${page}.md`));
  const isValid = tab === "news" ? SLUG.test(name) && name.length <= 60 : missing.includes(name);
  const create = (event: FormEvent) => {
    event.preventDefault();
    if (isValid) onOpen(`${tab === "news" ? "news" : "pages"}/${name}.md`);
    setName("");
  };
  if (tab === "texts" && missing.length === 0) return null;
  return (
    <form className={classes(layout.body, layout.row)} onSubmit={create}>
      <Field
        label={tab === "news" ? text.newArticle : text.newPage}
        hint={tab === "news" ? text.slugHint : missing.join(", ")}
        value={name}
        onChange={(event) => setName(event.target.value.trim())}
      />
      <Button type="submit" disabled={!isValid}>
        {text.begin}
      </Button>
    </form>
  );
}

const dayOf = (entry: Entry | undefined): string => entry?.article?.day ?? "";
const day = (value: string): string => formatShortDay(new Date(`${value}T12:00:00`));

function days(entry: Entry | undefined): string {
  if (!entry?.article) return "–";
  const { day: first, until } = entry.article;
  return until === null ? `${day(first)} –` : `${day(first)} – ${day(until)}`;
}

function ArticleState({ entry }: { entry: Entry | undefined }) {
  if (!entry?.article) return <State tone="bad">{text.unreadable}</State>;
  const today = new Date().toISOString().slice(0, 10);
  if (entry.article.day > today) return <State tone="info">{text.planned}</State>;
  const isOver = entry.article.until !== null && entry.article.until < today;
  return <State tone={isOver ? "off" : "good"}>{isOver ? text.over : text.shownNow}</State>;
}
