import { star } from "text:watch";
import { Glyph } from "@shared/components/Icon";
import type { Subject } from "@shared/panels";
import { starKey, useStarred } from "@shared/stores/starred";
import type { MouseEvent } from "react";
import { STAR } from "./glyphs";
import * as css from "./star.module.css";

/** Marks a subject. Its place is empty until the stars are loaded, and stays so without scripts. */
export default function Star(subject: Subject) {
  const key = starKey(subject);
  const isStarred = useStarred(({ keys }) => keys.has(key));
  const isReady = useStarred(({ toggle }) => toggle !== null);
  if (!isReady) return <span className={css.place} />;
  const press = (event: MouseEvent) => {
    event.stopPropagation();
    useStarred.getState().toggle?.(subject);
  };
  const label = star({ name: subject.name });
  const glyph = <Glyph path={STAR} />;
  if (subject.isPointerOnly)
    return (
      // An option of a list box has no controls: the page that it opens has the button.
      <span
        className={css.star}
        title={label}
        data-on={isStarred}
        aria-hidden="true"
        onMouseDown={keepFocus}
        onClick={press}
      >
        {glyph}
      </span>
    );
  return (
    <button
      type="button"
      className={css.star}
      aria-pressed={isStarred}
      aria-label={label}
      title={label}
      data-on={isStarred}
      onClick={press}
    >
      {glyph}
    </button>
  );
}

const keepFocus = (event: MouseEvent) => event.preventDefault();
