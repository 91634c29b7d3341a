import * as text from "text:adminMoney";
import type { Body } from "../api/useAdmin";
import { ChangePanel } from "../parts/ChangePanel";
import * as typography from "../parts/typography.module.css";

interface Props {
  /** Empty: everything that is due. */
  donation: string;
  onClose: () => void;
  onDone: (result: Body<"ChangeResult">) => void;
}

export function Reconcile({ donation, onClose, onDone }: Props) {
  return (
    <ChangePanel
      title={donation ? text.askAgain : text.reconcile}
      action={text.reconcile}
      path="/api/admin/reconcile"
      form={{ donation }}
      onClose={onClose}
      onDone={onDone}
    >
      <p className={typography.hint}>{donation ? text.reconcileOne : text.reconcileAll}</p>
    </ChangePanel>
  );
}
