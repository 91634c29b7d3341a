import * as text from "text:profile";
import * as shared from "text:shared";
import { Button } from "@shared/components/Button";
import { CopyButton } from "@shared/components/CopyButton";
import { Dialog } from "@shared/components/Dialog";
import { Icon } from "@shared/components/Icon";
import { saveFile } from "@shared/saveFile";
import * as layout from "@shared/styles/layout.module.css";
import { useState } from "react";
import * as css from "./authenticator.module.css";

/** Shows new recovery codes, for the only time. */
export function RecoveryCodesDialog({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const [isKept, setKept] = useState(false);
  const file = `${codes.join("\n")}\n`;
  const actions = (
    <Button look="primary" disabled={!isKept} onClick={onClose}>
      {shared.done}
    </Button>
  );
  return (
    <Dialog title={shared.recoveryCodes} keepsOpen onClose={onClose} actions={actions}>
      <div className={layout.stack4}>
        <p>{text.recoveryExplain}</p>
        <ul className={css.codes}>
          {codes.map((code) => (
            <li key={code}>
              <code>{code}</code>
            </li>
          ))}
        </ul>
        <div className={layout.cluster3}>
          <CopyButton value={file} copiedText={shared.copied}>
            {shared.copy}
          </CopyButton>
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
