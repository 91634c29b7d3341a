import * as text from "text:adminContent";
import * as shared from "text:shared";
import { Banner } from "@shared/components/Banner";
import { Button } from "@shared/components/Button";
import * as chip from "@shared/components/chip.module.css";
import { classes } from "@shared/components/classes";
import { Field } from "@shared/components/Field";
import { useState } from "react";
import { type Body, useAdmin } from "../api/useAdmin";
import { small } from "../parts/density.module.css";
import * as layout from "../parts/layout.module.css";
import * as typography from "../parts/typography.module.css";
import { type ArticleHead, joinArticle, splitArticle } from "./articleHead";
import { useDrafts } from "./drafts";
import { type FieldEdit, valuesOf, withEdit } from "./fieldFile";
import { basePath } from "./paths";
import { SchemaForm } from "./SchemaForm";
import type { Schema } from "./schema";
import { TextEditor } from "./TextEditor";

interface Props {
  file: Body<"ContentFileText">;
  /** Addresses of the folder's pictures. */
  pictures: readonly string[];
  isReadOnly: boolean;
  mistake: Body<"ContentMistake"> | null;
}

/** The text, with the head of an article as fields; or the form of a file with a schema. */
export function FileFields({ file, pictures, isReadOnly, mistake }: Props) {
  const { drafts, put, drop } = useDrafts();
  const draft = drafts[file.path];
  const original = file.text ?? "";
  const now = draft?.text ?? original;
  const article = file.path.startsWith("news/") ? splitArticle(now || emptyArticle()) : null;
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
        <Banner
          tone="wait"
          icon="alert"
          title={text.stale}
          action={
            <div className={layout.row}>
              <Button className={small} onClick={() => put(file.path, { text: draft.text, hash: file.hash, original })}>
                {text.keepMine}
              </Button>
              <Button className={small} onClick={() => drop([file.path])}>
                {text.takeTheirs}
              </Button>
            </div>
          }
        />
      )}
      {field("title", "text")}
      {article && (
        <div className={classes(layout.grid, layout.halves)}>
          {field("date", "date")}
          {field("until", "date")}
        </div>
      )}
      {file.schema ? (
        <Values file={file} value={now} onChange={write} {...{ pictures, isReadOnly, mistake }} />
      ) : (
        <TextEditor
          label={text.textOf({ path: file.path })}
          value={article ? article.body : now}
          pictures={pictures}
          isReadOnly={isReadOnly}
          onChange={(body) => write(article ? joinArticle(article.head, body) : body)}
        />
      )}
    </>
  );
}

const emptyArticle = (): string => `---\ntitle: \ndate: ${new Date().toISOString().slice(0, 10)}\n---\n`;

/** The form of a file, or its text. A text that cannot be read has no form. */
function Values({ file, value, pictures, isReadOnly, mistake, onChange }: Props & ValueProps) {
  const [isText, setText] = useState(false);
  const label = text.textOf({ path: file.path });
  const values = valuesOf(file.path, value);
  const write = (edit: FieldEdit) => {
    try {
      onChange(withEdit(file.path, value, edit));
    } catch {
      setText(true);
    }
  };
  if (value === "") return <Copy path={file.path} isReadOnly={isReadOnly} onCopy={onChange} />;
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: no group of fields */}
      <div className={layout.row} role="group" aria-label={text.shownAs}>
        {[false, true].map((is) => (
          <button
            key={String(is)}
            type="button"
            className={chip.chip}
            aria-pressed={is === (isText || values === undefined)}
            disabled={values === undefined}
            onClick={() => setText(is)}
          >
            {is ? shared.text : text.asForm}
          </button>
        ))}
      </div>
      {values === undefined && <p className={typography.hint}>{text.noForm}</p>}
      {isText || values === undefined ? (
        <TextEditor label={label} value={value} isReadOnly={isReadOnly} onChange={onChange} />
      ) : (
        <SchemaForm
          label={label}
          schema={file.schema as Schema}
          values={values}
          isPartial={file.path.endsWith(".toml") && file.path !== basePath(file.path)}
          onEdit={write}
          {...{ pictures, isReadOnly, mistake }}
        />
      )}
    </>
  );
}

interface ValueProps {
  value: string;
  onChange: (text: string) => void;
}

/** A file that does not exist begins with the one of the site's own language. */
function Copy({ path, isReadOnly, onCopy }: { path: string; isReadOnly: boolean; onCopy: (text: string) => void }) {
  const base = basePath(path);
  const { data } = useAdmin("/api/admin/content/file", { path: base });
  return (
    <div className={layout.stack}>
      <p className={typography.hint}>{text.noFile}</p>
      <div>
        <Button disabled={isReadOnly || !data?.text} onClick={() => onCopy(data?.text ?? "")}>
          {text.beginWith({ path: base })}
        </Button>
      </div>
    </div>
  );
}
