import * as text from "text:shell";
import { Icon } from "@shared/components/Icon";
import type { SiteLink } from "@shared/content";
import { type FocusEvent, type KeyboardEvent, useRef, useState } from "react";
import * as css from "./more-links.module.css";

/** The operator's links of the header, which can be many and long: a list behind a button. */
export default function MoreLinks({ links }: { links: readonly SiteLink[] }) {
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const closeOnEscape = (event: KeyboardEvent) => {
    if (event.key !== "Escape") return;
    setOpen(false);
    button.current?.focus();
  };
  const closeOnLeave = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (!currentTarget.contains(relatedTarget)) setOpen(false);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape closes the list wherever in it the focus is
    <div className={css.more} onKeyDown={closeOnEscape} onBlur={closeOnLeave}>
      <button
        ref={button}
        className={css.button}
        type="button"
        aria-expanded={isOpen}
        aria-controls="more-links"
        onClick={() => setOpen(!isOpen)}
      >
        {text.more}
        <Icon name="down" />
      </button>
      <ul className={css.list} id="more-links" hidden={!isOpen}>
        {links.map(({ label, url }) => (
          <li key={url}>
            <a href={url}>{label}</a>
          </li>
        ))}
      </ul>
    </div>
  );
}
