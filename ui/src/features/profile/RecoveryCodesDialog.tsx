import * as text from "text:profile";
import { Button } from "@shared/components/Button";
import { Dialog } from "@shared/components/Dialog";
import { Icon } from "@shared/components/Icon";
import { saveFile } from "@shared/saveFile";
import { useState } from "react";
import * as css from "./authenticator.module.css";

/** Shows new recovery codes, for the only time. */
export function RecoveryCodesDialog({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const [isKept, setKept] = useState(false);
  const [isCopied, setCopied] = useState(false);
  const file = `${codes.join("\n")}\n`;
  const copy = () =>
    navigator.clipboard?.writeText(file).then(
      () => setCopied(true),
      () => setCopied(false),
    );
  const actions = (
    <Button look="primary" disabled={!isKept} onClick={onClose}>
      {text.recoveryDone}
    </Button>
  );
  return (
    <Dialog title={text.recoveryTitle} onClose={onClose} actions={actions}>
      <div className={css.form}>
        <p>{text.recoveryExplain}</p>
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
            {isCopied ? text.recoveryCopied : text.recoveryCopy}
          </Button>
          <Button onClick={() => saveFile(new Blob([file], { type: "text/plain" }), text.recoveryFile)}>
            <Icon name="download" />
            {text.recoverySave}
          </Button>
        </div>
        <label className={css.kept}>
          <input type="checkbox" checked={isKept} onChange={({ target }) => setKept(target.checked)} />
          {text.recoveryKept}
        </label>
      </div>
    </Dialog>
  );
}
