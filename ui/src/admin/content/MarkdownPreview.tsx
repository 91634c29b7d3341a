import * as text from "text:adminContent";
import { classes } from "@shared/components/classes";
import * as control from "@shared/components/field.module.css";
import * as prose from "@shared/components/prose.module.css";
import { formatShortDay } from "@shared/dates";
import { createElement, type ReactNode } from "react";
import type { Body } from "../api/useAdmin";
import { Empty } from "../parts/States";
import * as typography from "../parts/typography.module.css";
import * as css from "./content.module.css";

type Preview = Body<"ContentPreview">;
type Node = Body<"HtmlElement"> | string;

const TAGS = new Set(
  "a p br hr img em strong s code pre blockquote ul ol li h1 h2 h3 h4 h5 h6 table thead tbody tr th td".split(" "),
);
const ATTRIBUTES = ["href", "src", "alt", "title", "start", "align"];

/** The service's HTML of the edited Markdown, as the site shows it; or the first mistake. */
export function MarkdownPreview({ preview }: { preview: Preview | undefined }) {
  if (!preview) return null;
  const { mistake, rendered } = preview;
  if (mistake)
    return (
      <p className={control.error} role="alert">
        {mistakeText(mistake)}
      </p>
    );
  if (rendered.length === 0) return <Empty>{text.valid}</Empty>;
  return rendered.map(({ path, title, day, nodes }) => (
    <article key={path} className={classes(prose.prose, css.article)}>
      {day && <p className={typography.hint}>{formatShortDay(new Date(`${day}T12:00:00`))}</p>}
      {title && <h3 className={css.articleTitle}>{title}</h3>}
      {nodes.map(element)}
    </article>
  ));
}

export const mistakeText = ({ path, line, reason }: Body<"ContentMistake">): string =>
  line === null ? text.mistake({ path, reason }) : text.mistakeAt({ path, line: String(line), reason });

function element(node: Node, key: number): ReactNode {
  if (typeof node === "string") return node;
  if (!TAGS.has(node.tag)) return null;
  const allowedAttributes = Object.fromEntries(
    ATTRIBUTES.flatMap((name) => (name in node.attributes ? [[name, node.attributes[name]]] : [])),
  );
  const link = node.tag === "a" ? { target: "_blank", rel: "noreferrer" } : {};
  const children = node.children.map(element);
  return createElement(node.tag, { key, ...allowedAttributes, ...link }, ...(children.length > 0 ? [children] : []));
}
