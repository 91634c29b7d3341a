import * as text from "text:adminOperators";
import { Banner } from "@shared/components/Banner";
import { Button } from "@shared/components/Button";
import { CopyButton } from "@shared/components/CopyButton";
import { Drawer } from "../parts/Drawer";
import { box } from "../parts/drawer.module.css";
import * as layout from "../parts/layout.module.css";
import * as typography from "../parts/typography.module.css";

interface Props {
  name: string;
  /** Empty: it was shown before. */
  password: string;
  onClose: () => void;
}

/** A password that the service has just made. It keeps the hash alone, so this is the only view of it. */
export function ShownPassword({ name, password, onClose }: Props) {
  return (
    <Drawer
      title={text.newPasswordOf({ name })}
      onClose={onClose}
      actions={
        <>
          {password && (
            <CopyButton value={password} copiedText={text.copied}>
              {text.copy}
            </CopyButton>
          )}
          <Button look="ghost" onClick={onClose}>
            {text.close}
          </Button>
        </>
      }
    >
      {password ? (
        <div className={layout.stack}>
          <Banner title={text.passwordOnce({ name })} />
          <p className={box}>
            <b className={typography.mono}>{password}</b>
          </p>
        </div>
      ) : (
        <Banner tone="wait" icon="alert" title={text.passwordLost} />
      )}
    </Drawer>
  );
}
