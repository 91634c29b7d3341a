import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { defineLanguageFacet, Language } from "@codemirror/language";
import { EditorState, type StateCommand } from "@codemirror/state";
import { EditorView, keymap, lineNumbers } from "@codemirror/view";
import { parser } from "@lezer/markdown";
import { classes } from "@shared/components/classes";
import * as control from "@shared/components/field.module.css";
import { useEffect, useRef } from "react";
import * as typography from "../parts/typography.module.css";
import * as css from "./content.module.css";
import { LOOK } from "./editorLook";
import { MarkdownTools } from "./MarkdownTools";
import { COMMANDS } from "./markdownCommands";

const MARKDOWN = [
  new Language(defineLanguageFacet(), parser, [], "markdown"),
  keymap.of(Object.values(COMMANDS).filter(({ key }) => key !== "")),
];

interface Props {
  label: string;
  value: string;
  /** Addresses of pictures that a Markdown text can show; undefined: no Markdown. */
  pictures?: readonly string[] | undefined;
  isReadOnly: boolean;
  onChange: (text: string) => void;
}

/**
 * A text with its line numbers. Tab leaves it. In a shadow tree the editor's styles are objects, which the content security
 * policy allows.
 */
export function TextEditor({ label, value, pictures, isReadOnly, onChange }: Props) {
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(null);
  const latest = useRef({ value, onChange });
  latest.current = { value, onChange };
  const isMarkdown = pictures !== undefined;
  useEffect(() => {
    if (!host.current) return;
    const root = host.current.shadowRoot ?? host.current.attachShadow({ mode: "open" });
    const doc = latest.current.value;
    const extensions = [
      isMarkdown ? MARKDOWN : [],
      lineNumbers(),
      history(),
      keymap.of([...defaultKeymap, ...historyKeymap]),
      EditorView.lineWrapping,
      EditorView.contentAttributes.of({ "aria-label": label, spellcheck: String(isMarkdown), tabindex: "0" }),
      EditorState.readOnly.of(isReadOnly),
      doc.includes("\r\n") ? EditorState.lineSeparator.of("\r\n") : [],
      EditorView.updateListener.of(({ docChanged, state }) => {
        const text = state.sliceDoc();
        if (docChanged && text !== latest.current.value) latest.current.onChange(text);
      }),
      LOOK,
    ];
    view.current = new EditorView({ doc, extensions, root, parent: root });
    return () => view.current?.destroy();
  }, [label, isMarkdown, isReadOnly]);
  useEffect(() => {
    const state = view.current?.state;
    if (!state || state.sliceDoc() === value) return;
    view.current?.dispatch({ changes: { from: 0, to: state.doc.length, insert: state.toText(value) } });
  }, [value]);
  const run = (command: StateCommand) => {
    if (!view.current) return;
    command(view.current);
    view.current.focus();
  };
  return (
    <div className={control.field}>
      <span className={classes(typography.label, typography.anywhere)}>{label}</span>
      {pictures && !isReadOnly && <MarkdownTools pictures={pictures} onRun={run} />}
      <div className={css.textEditor} ref={host} />
    </div>
  );
}
