import * as text from "text:admin";
import * as shared from "text:shared";
import { Dialog } from "@shared/components/Dialog";
import * as control from "@shared/components/field.module.css";
import { useState } from "react";
import type { Page } from "../pages";
import * as css from "./keys.module.css";
import { areKeysOn, switchKeys } from "./useKeys";

/** Lists the keys, and lets the operator switch single keys off. */
export function KeysDialog({ pages, onClose }: { pages: readonly Page[]; onClose: () => void }) {
  const [isOn, setOn] = useState(areKeysOn);
  const rows = [
    ["/", shared.search],
    ["?", text.keys],
    ...pages.map(({ key, title }) => [`g ${key}`, title]),
    ["j k", text.nextRow],
    ["Enter", text.openRow],
    ["f", text.filterRows],
    ["y", text.copyRow],
  ];
  return (
    <Dialog title={text.keys} size="md" onClose={onClose}>
      <dl className={css.keys}>
        {rows.map(([key = "", description]) => (
          <div key={key}>
            <dt>{description}</dt>
            <dd>
              {key.split(" ").map((part) => (
                <kbd key={part}>{part}</kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
      <label className={control.check}>
        <input
          type="checkbox"
          checked={isOn}
          onChange={(event) => {
            switchKeys(event.target.checked);
            setOn(event.target.checked);
          }}
        />
        {text.keysOn}
      </label>
    </Dialog>
  );
}
