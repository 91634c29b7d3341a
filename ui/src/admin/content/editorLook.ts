import { HighlightStyle, syntaxHighlighting } from "@codemirror/language";
import { EditorView } from "@codemirror/view";
import { tags } from "@lezer/highlight";

const THEME = EditorView.theme(
  {
    "&": { color: "var(--text)", backgroundColor: "var(--sunken)", minHeight: "20rem", maxHeight: "36rem" },
    "&.cm-focused": { outline: "none" },
    ".cm-scroller": { fontFamily: "var(--mono)", fontSize: "var(--editor)", lineHeight: "1.55", overflow: "auto" },
    ".cm-content": { padding: "0.75rem 0", caretColor: "var(--gold-bright)" },
    ".cm-cursor": { borderLeftColor: "var(--gold-bright)" },
    ".cm-gutters": {
      backgroundColor: "var(--sunken)",
      color: "var(--muted)",
      borderRight: "1px solid var(--hairline)",
    },
    "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, ::selection": {
      backgroundColor: "rgb(212 175 106 / 0.35)",
    },
  },
  { dark: true },
);

const COLORS = HighlightStyle.define([
  { tag: tags.heading, color: "var(--gold-bright)", fontWeight: "600" },
  { tag: tags.strong, fontWeight: "600" },
  { tag: tags.emphasis, fontStyle: "italic" },
  { tag: [tags.link, tags.url], color: "var(--mana-ink)" },
  { tag: [tags.quote, tags.processingInstruction], color: "var(--muted)" },
]);

export const LOOK = [THEME, syntaxHighlighting(COLORS)];
