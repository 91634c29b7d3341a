import * as text from "text:admin";
import * as shared from "text:shared";
import { Button } from "@shared/components/Button";
import { formatHour } from "@shared/format";
import { useEffect, useMemo, useState } from "react";
import { ChangePanel } from "./ChangePanel";
import { small } from "./density.module.css";
import { Icon } from "./Icon";
import { UNDO_MINUTES, useUndo } from "./undo";
import * as undoBar from "./undo-bar.module.css";

const MINUTE_MS = 60_000;

/** Says what was done, and offers the opposite change for ten minutes. */
export function UndoBar() {
  const { offer, setOffer } = useUndo();
  const [isOpen, setOpen] = useState(false);
  const expiresAt = useMemo(() => offer && new Date(Date.now() + UNDO_MINUTES * MINUTE_MS), [offer]);
  useEffect(() => {
    setOpen(false);
    if (!offer) return;
    const timer = setTimeout(() => setOffer(null), UNDO_MINUTES * MINUTE_MS);
    return () => clearTimeout(timer);
  }, [offer, setOffer]);
  return (
    <div className={undoBar.undo} role="status">
      {offer && expiresAt && (
        <p>
          <span>{text.undoUntil({ done: offer.changeTitle, time: formatHour(expiresAt) })}</span>
          <Button className={small} onClick={() => setOpen(true)}>
            {text.undo}
          </Button>
          <Button className={small} look="ghost" icon aria-label={shared.dismiss} onClick={() => setOffer(null)}>
            <Icon name="close" />
          </Button>
        </p>
      )}
      {offer && isOpen && (
        <ChangePanel
          title={offer.title}
          action={offer.action}
          path={offer.path}
          method={offer.method ?? "POST"}
          form={offer.form ?? {}}
          reason={text.undoReason({ reason: offer.reason })}
          onClose={() => setOpen(false)}
          onDone={() => {
            offer.onDone();
            setOffer(null);
          }}
        />
      )}
    </div>
  );
}
