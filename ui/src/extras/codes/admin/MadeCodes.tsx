import * as admin from "text:admin";
import * as text from "text:adminCodes";
import * as shared from "text:shared";
import { canCopy, copyText } from "@admin/parts/clipboard";
import { Drawer } from "@admin/parts/Drawer";
import * as typography from "@admin/parts/typography.module.css";
import { Banner } from "@shared/components/Banner";
import { Button } from "@shared/components/Button";
import { classes } from "@shared/components/classes";
import * as control from "@shared/components/field.module.css";
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
    <Drawer
      title={`${admin.pages.codes}: ${name}`}
      onClose={onClose}
      actions={
        <>
          {" "}
          {codes.length > 0 && (
            <>
              <Button look="primary" onClick={() => save(name, codes)}>
                {text.saveCsv}
              </Button>
              {canCopy() && <Button onClick={() => void copyText(lines)}>{shared.copy}</Button>}
            </>
          )}
          <Button look="ghost" onClick={onClose}>
            {shared.close}
          </Button>
        </>
      }
    >
      {codes.length === 0 ? (
        <Banner tone="wait" icon="alert" title={text.codesLost} />
      ) : (
        <>
          <Banner title={text.saveNow} />
          <textarea
            className={classes(control.input, typography.mono)}
            rows={Math.min(codes.length + 1, 16)}
            readOnly
            value={lines}
            aria-label={admin.pages.codes}
          />
        </>
      )}
    </Drawer>
  );
}

function save(name: string, codes: readonly string[]): void {
  const file = new Blob([`code\r\n${codes.join("\r\n")}\r\n`], { type: "text/csv" });
  saveFile(file, `codes-${name.replace(/[^\p{L}\p{N}]+/gu, "-")}.csv`);
}
