import { Button } from "@shared/components/Button";
import { Dialog } from "@shared/components/Dialog";
import { Icon } from "@shared/components/Icon";
import { useState } from "react";
import * as css from "./authenticator.module.css";
import { RECOVERY } from "./messages";

/** Shows new recovery codes, for the only time. */
export function RecoveryCodesDialog({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const [isKept, setKept] = useState(false);
  const [isCopied, setCopied] = useState(false);
  const text = `${codes.join("\n")}\n`;
  const copy = () =>
    navigator.clipboard?.writeText(text).then(
      () => setCopied(true),
      () => setCopied(false),
    );
  const actions = (
    <Button look="primary" disabled={!isKept} onClick={onClose}>
      {RECOVERY.done}
    </Button>
  );
  return (
    <Dialog title={RECOVERY.title} onClose={onClose} actions={actions}>
      <div className={css.form}>
        <p>{RECOVERY.explain}</p>
        <ul className={css.codes}>
          {codes.map((code) => (
            <li key={code}>
              <code>{code}</code>
            </li>
          ))}
        </ul>
        <div className={css.buttons}>
          <Button onClick={copy}>
            <Icon name={isCopied ? "check" : "copy"} />
            {isCopied ? RECOVERY.copied : RECOVERY.copy}
          </Button>
          <Button onClick={() => saveFile(text)}>
            <Icon name="download" />
            {RECOVERY.save}
          </Button>
        </div>
        <label className={css.kept}>
          <input type="checkbox" checked={isKept} onChange={({ target }) => setKept(target.checked)} />
          {RECOVERY.kept}
        </label>
      </div>
    </Dialog>
  );
}

function saveFile(text: string) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  link.download = RECOVERY.file;
  link.click();
  URL.revokeObjectURL(link.href);
}
