import * as text from "text:adminContent";
import { useState } from "react";
import { type Body, useAdmin } from "../api/useAdmin";
import { Field } from "../parts/Field";
import { Panel } from "../parts/Panel";
import { Failed, Waiting } from "../parts/States";
import { type ArticleHead, joinArticle, splitArticle } from "./articleHead";
import { useDrafts } from "./drafts";
import { History } from "./History";
import { LANGUAGES, localPath } from "./paths";
import { Rendered } from "./Rendered";
import { type Edit, SaveFiles } from "./SaveFiles";
import { TextEditor } from "./TextEditor";
import { usePreview } from "./usePreview";

const PREVIEW_MS = 500;

interface Props {
  /** Path of the file in the site's own language. */
  base: string;
  report: Body<"ContentReport">;
  isReadOnly: boolean;
  onChange: () => void;
}

/** One text in each language: editor, what players will see, versions; all languages are saved together. */
export function FileEditor({ base, report, isReadOnly, onChange }: Props) {
  const [language, setLanguage] = useState<string>("");
  const [change, setChange] = useState<{ title: string; edits: readonly Edit[] } | null>(null);
  const { drafts, drop } = useDrafts();
  const path = localPath(base, language);
  const paths = LANGUAGES.map((code) => localPath(base, code));
  const file = useAdmin("/api/admin/content/file", { path });
  const edits = paths.flatMap((one): Edit[] => {
    const draft = drafts[one];
    return draft ? [{ path: one, ...draft }] : [];
  });
  const preview = usePreview(
    edits.map(({ path: one, hash, text: body }) => ({ path: one, hash, text: body })),
    PREVIEW_MS,
  );
  const existing = report.files.filter((entry) => paths.includes(entry.path));
  const deletable = base.startsWith("news/") ? existing : existing.filter((entry) => entry.path === path);
  const pictures = report.files.flatMap((entry) => (entry.path.startsWith("pictures/") ? [`/${entry.path}`] : []));
  const done = () => {
    drop(paths);
    void file.mutate();
    onChange();
  };
  const mark = (one: string) =>
    drafts[one] ? text.edited : existing.some((entry) => entry.path === one) ? "" : text.none;
  return (
    <>
      <div className="grid g2">
        <Panel title={<span className="mono wrapname">{path}</span>} first>
          <div className="body stack">
            {/* biome-ignore lint/a11y/useSemanticElements: no group of fields */}
            <div className="row" role="group" aria-label={text.language}>
              {LANGUAGES.map((code) => (
                <button
                  key={code}
                  type="button"
                  className="chip"
                  aria-pressed={code === language}
                  onClick={() => setLanguage(code)}
                >
                  {text.languages[code === "" ? "own" : code]}
                  {mark(localPath(base, code)) && <span className="tag">{mark(localPath(base, code))}</span>}
                </button>
              ))}
            </div>
            {file.error && <Failed error={file.error} onRetry={() => file.mutate()} />}
            {!file.error && file.data?.path !== path && <Waiting rows={8} />}
            {file.data?.path === path && (
              <Fields key={`${path} ${file.data.hash}`} file={file.data} pictures={pictures} isReadOnly={isReadOnly} />
            )}
          </div>
          <footer>
            <button
              type="button"
              className="btn primary"
              disabled={isReadOnly || edits.length === 0}
              onClick={() => setChange({ title: text.save, edits })}
            >
              {text.save}
            </button>
            <button type="button" className="btn ghost" disabled={edits.length === 0} onClick={done}>
              {text.discard}
            </button>
            {deletable.length > 0 && (
              <button
                type="button"
                className="btn danger"
                disabled={isReadOnly}
                onClick={() =>
                  setChange({
                    title: text.deleteFile,
                    edits: deletable.map((entry) => ({ path: entry.path, hash: entry.hash, text: null })),
                  })
                }
              >
                {text.deleteFile}
              </button>
            )}
          </footer>
        </Panel>
        <Panel title={text.asShown}>
          <div className="body stack" aria-live="polite">
            {preview ? <Rendered preview={preview} /> : <p className="hintt">{text.nothingEdited}</p>}
          </div>
        </Panel>
      </div>
      {file.data?.path === path && (
        <History
          file={file.data}
          isReadOnly={isReadOnly}
          onRestore={(edit) => setChange({ title: text.restore, edits: [edit] })}
        />
      )}
      {change && <SaveFiles title={change.title} edits={change.edits} onClose={() => setChange(null)} onDone={done} />}
    </>
  );
}

interface FieldsProps {
  file: Body<"ContentFileText">;
  /** Addresses of the folder's pictures. */
  pictures: readonly string[];
  isReadOnly: boolean;
}

/** The text, with the head of an article as fields. */
function Fields({ file, pictures, isReadOnly }: FieldsProps) {
  const { drafts, put, drop } = useDrafts();
  const draft = drafts[file.path];
  const original = file.text ?? "";
  const now = draft?.text ?? original;
  const article = file.path.startsWith("news/") ? splitArticle(now || EMPTY_ARTICLE) : null;
  const write = (body: string) => {
    if (body === (draft?.original ?? original)) drop([file.path]);
    else put(file.path, { text: body, hash: draft?.hash ?? file.hash, original: draft?.original ?? original });
  };
  const field = (name: keyof ArticleHead, type: string) =>
    article && (
      <Field
        label={text.head[name]}
        hint={text.headHints[name]}
        type={type}
        value={article.head[name]}
        readOnly={isReadOnly}
        maxLength={120}
        onChange={(event) => write(joinArticle({ ...article.head, [name]: event.target.value }, article.body))}
      />
    );
  return (
    <>
      {draft && draft.hash !== file.hash && (
        <div className="warn">
          <p>{text.stale}</p>
          <div className="row">
            <button
              type="button"
              className="btn small"
              onClick={() => put(file.path, { text: draft.text, hash: file.hash, original })}
            >
              {text.keepMine}
            </button>
            <button type="button" className="btn small" onClick={() => drop([file.path])}>
              {text.takeTheirs}
            </button>
          </div>
        </div>
      )}
      {field("title", "text")}
      {article && (
        <div className="grid g2">
          {field("date", "date")}
          {field("until", "date")}
        </div>
      )}
      <TextEditor
        label={text.textOf({ path: file.path })}
        value={article ? article.body : now}
        pictures={file.path.endsWith(".md") ? pictures : undefined}
        isReadOnly={isReadOnly}
        onChange={(body) => write(article ? joinArticle(article.head, body) : body)}
      />
    </>
  );
}

const EMPTY_ARTICLE = "---\ntitle: \ndate: \n---\n";
