import * as text from "text:auth";
import { Dialog } from "@shared/components/Dialog";
import type { ReactNode } from "react";
import { Outcome } from "./Outcome";

interface Props {
  /** Lifetime of a link. */
  lifetime: string;
  onClose: () => void;
  actions: ReactNode;
}

export function ExpiredLinkDialog({ lifetime, onClose, actions }: Props) {
  return (
    <Dialog title={text.expired} onClose={onClose} actions={actions}>
      <Outcome look="bad" title={text.expiredTitle}>
        {lifetime}
      </Outcome>
    </Dialog>
  );
}
