import { Dialog } from "@shared/components/Dialog";
import type { ReactNode } from "react";
import { Outcome } from "./Outcome";

interface Props {
  lifetime: string;
  onClose: () => void;
  actions: ReactNode;
}

export function ExpiredLinkDialog({ lifetime, onClose, actions }: Props) {
  return (
    <Dialog title="Link no longer works" onClose={onClose} actions={actions}>
      <Outcome look="bad" title="This link has expired or was used">
        A link works once, for {lifetime}.
      </Outcome>
    </Dialog>
  );
}
