import * as text from "text:adminContent";
import * as shared from "text:shared";
import { Badge } from "@shared/components/Badge";
import { Button } from "@shared/components/Button";
import * as chip from "@shared/components/chip.module.css";
import { classes } from "@shared/components/classes";
import languages from "languages";
import { useEffect, useState } from "react";
import { type Body, useAdmin } from "../api/useAdmin";
import * as layout from "../parts/layout.module.css";
import { Panel } from "../parts/Panel";
import { LoadState } from "../parts/States";
import * as typography from "../parts/typography.module.css";
import { type Edit, useDrafts } from "./drafts";
import { FileFields } from "./FileFields";
import { History } from "./History";
import { MarkdownPreview } from "./MarkdownPreview";
import { localPath } from "./paths";
import { SaveFiles } from "./SaveFiles";
import { usePreview } from "./usePreview";

const PREVIEW_MS = 500;

const CHOICES = [{ code: "", name: text.ownLanguage }, ...languages];

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
  const { drafts, drop, settle } = useDrafts();
  const path = localPath(base, language);
  const paths = CHOICES.map(({ code }) => localPath(base, code));
  const file = useAdmin("/api/admin/content/file", { path });
  const listedHash = report.files.find((entry) => entry.path === path)?.hash ?? "";
  const isOld = file.data?.path === path && file.data.hash !== listedHash;
  const { mutate } = file;
  useEffect(() => {
    if (isOld) void mutate();
  }, [isOld, mutate]);
  const edits = paths.flatMap((draftPath): Edit[] => {
    const draft = drafts[draftPath];
    return draft ? [{ path: draftPath, ...draft }] : [];
  });
  const preview = usePreview(
    edits.map(({ path: draftPath, hash, text: body }) => ({ path: draftPath, hash, text: body })),
    PREVIEW_MS,
  );
  const existing = report.files.filter((entry) => paths.includes(entry.path));
  const deletable = base.startsWith("news/") ? existing : existing.filter((entry) => entry.path === path);
  const pictures = report.files.flatMap((entry) => (entry.path.startsWith("pictures/") ? [`/${entry.path}`] : []));
  const mistake = preview ? preview.mistake : report.mistake;
  const finish = () => {
    if (change) settle(change.edits);
    void file.mutate();
    onChange();
  };
  const mark = (languagePath: string) =>
    drafts[languagePath] ? text.edited : existing.some((entry) => entry.path === languagePath) ? "" : text.none;
  return (
    <>
      <div className={classes(layout.grid, layout.halves)}>
        <Panel title={<span className={classes(typography.mono, typography.anywhere)}>{path}</span>} first>
          <div className={layout.bodyStack}>
            {/* biome-ignore lint/a11y/useSemanticElements: no group of fields */}
            <div className={layout.row} role="group" aria-label={shared.language}>
              {CHOICES.map(({ code, name }) => (
                <button
                  key={code}
                  type="button"
                  className={chip.chip}
                  aria-pressed={code === language}
                  onClick={() => setLanguage(code)}
                >
                  {name}
                  {mark(localPath(base, code)) && <Badge tone="off">{mark(localPath(base, code))}</Badge>}
                </button>
              ))}
            </div>
            {file.data?.path === path ? (
              <FileFields
                key={path}
                file={file.data}
                mistake={mistake?.path === path ? mistake : null}
                {...{ pictures, isReadOnly }}
              />
            ) : (
              <LoadState error={file.error} onRetry={file.mutate} />
            )}
          </div>
          <footer>
            <Button
              look="primary"
              disabled={isReadOnly || edits.length === 0}
              onClick={() => setChange({ title: shared.save, edits })}
            >
              {shared.save}
            </Button>
            <Button look="ghost" disabled={edits.length === 0} onClick={() => drop(paths)}>
              {text.discard}
            </Button>
            {deletable.length > 0 && (
              <Button
                look="danger"
                disabled={isReadOnly}
                onClick={() =>
                  setChange({
                    title: text.deleteFile,
                    edits: deletable.map((entry) => ({ path: entry.path, hash: entry.hash, text: null })),
                  })
                }
              >
                {text.deleteFile}
              </Button>
            )}
          </footer>
        </Panel>
        <Panel title={text.asShown}>
          <div className={layout.bodyStack} aria-live="polite">
            {preview ? <MarkdownPreview preview={preview} /> : <p className={typography.hint}>{text.nothingEdited}</p>}
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
      {change && (
        <SaveFiles title={change.title} edits={change.edits} onClose={() => setChange(null)} onDone={finish} />
      )}
    </>
  );
}
