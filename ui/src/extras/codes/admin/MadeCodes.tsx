import * as text from "text:adminCodes";
import { canCopy, copyText } from "@admin/parts/clipboard";
import { Dialog } from "@admin/parts/Dialog";
import { saveFile } from "@shared/saveFile";

interface Props {
  name: string;
  codes: readonly string[];
  onClose: () => void;
}

/** The codes of a new campaign, shown this once: the service keeps their hashes alone. */
export function MadeCodes({ name, codes, onClose }: Props) {
  const lines = codes.join("\n");
  return (
    <Dialog title={`${text.codes}: ${name}`} kind="drawer" onClose={onClose}>
      <div className="body stack">
        {codes.length === 0 ? (
          <p className="warn">{text.codesLost}</p>
        ) : (
          <>
            <p className="warn info">{text.saveNow}</p>
            <textarea
              className="input mono"
              rows={Math.min(codes.length + 1, 16)}
              readOnly
              value={lines}
              aria-label={text.codes}
            />
          </>
        )}
      </div>
      <div className="dialog-footer">
        {codes.length > 0 && (
          <>
            <button type="button" className="btn primary" onClick={() => save(name, codes)}>
              {text.saveCsv}
            </button>
            {canCopy() && (
              <button type="button" className="btn" onClick={() => void copyText(lines)}>
                {text.copy}
              </button>
            )}
          </>
        )}
        <button type="button" className="btn ghost" onClick={onClose}>
          {text.close}
        </button>
      </div>
    </Dialog>
  );
}

function save(name: string, codes: readonly string[]): void {
  const file = new Blob([`code\r\n${codes.join("\r\n")}\r\n`], { type: "text/csv" });
  saveFile(file, `codes-${name.replace(/[^\p{L}\p{N}]+/gu, "-")}.csv`);
}
