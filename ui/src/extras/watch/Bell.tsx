import * as text from "text:watch";
import { Button } from "@shared/components/Button";
import { Glyph } from "@shared/components/Icon";
import { VisuallyHidden } from "@shared/components/VisuallyHidden";
import { formatNumber } from "@shared/format";
import { type FocusEvent, type KeyboardEvent, lazy, Suspense, useEffect, useRef, useState } from "react";
import { useLocation } from "react-router-dom";
import * as css from "./bell.module.css";
import { BELL } from "./glyphs";

const BellPanel = lazy(() => import("./BellPanel"));
const MOST = 99;

/** The bell of a session with the number of unread news, undefined until it is read; its panel lists the latest. */
export function Bell({ unread }: { unread: number | undefined }) {
  const count = unread ?? 0;
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const { key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the panel closes when the page changes
  useEffect(() => setOpen(false), [key]);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!isOpen) return;
    const closeOnPress = ({ target }: Event) => {
      if (!box.current?.contains(target as Node)) setOpen(false);
    };
    document.addEventListener("pointerdown", closeOnPress);
    return () => document.removeEventListener("pointerdown", closeOnPress);
  }, [isOpen]);
  const close = () => {
    setOpen(false);
    button.current?.focus();
  };
  const closeOnEscape = (event: KeyboardEvent) => {
    const isOfDialog = (event.target as Element).closest("dialog") !== null;
    if (event.key !== "Escape" || !isOpen || isOfDialog || event.defaultPrevented) return;
    event.stopPropagation();
    close();
  };
  const closeOnLeave = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (relatedTarget && !currentTarget.contains(relatedTarget)) setOpen(false);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape closes the panel wherever in it the focus is
    <div ref={box} className={css.bell} onKeyDown={closeOnEscape} onBlur={closeOnLeave}>
      <Button
        ref={button}
        look="ghost"
        icon
        aria-label={count > 0 ? text.bellUnread({ count }) : text.bell}
        aria-expanded={isOpen}
        aria-controls="bell"
        onClick={() => setOpen(!isOpen)}
      >
        <Glyph path={BELL} />
        {count > 0 && (
          <span className={css.count} aria-hidden="true">
            {count > MOST ? `${MOST}+` : formatNumber(count)}
          </span>
        )}
      </Button>
      <Announcement unread={unread} />
      {isOpen && (
        <Suspense>
          <BellPanel id="bell" onClose={close} />
        </Suspense>
      )}
    </div>
  );
}

/** Says that there are more than before, not how many there were when the page opened. */
function Announcement({ unread }: { unread: number | undefined }) {
  const before = useRef(unread);
  const [added, setAdded] = useState(0);
  useEffect(() => {
    if (unread === undefined) return;
    if (before.current !== undefined && unread > before.current) setAdded(unread - before.current);
    before.current = unread;
  }, [unread]);
  return (
    <VisuallyHidden>
      <span role="status">{added > 0 && text.added({ count: added })}</span>
    </VisuallyHidden>
  );
}
