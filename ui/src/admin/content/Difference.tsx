import * as text from "text:adminContent";
import { classes } from "@shared/components/classes";
import { useMemo } from "react";
import * as layout from "../parts/layout.module.css";
import * as typography from "../parts/typography.module.css";
import * as css from "./content.module.css";
import { lineDiff } from "./lineDiff";

const CONTEXT_LINES = 2;
const LINES = { same: [" ", "span"], removed: ["−", "del"], added: ["+", "ins"] } as const;

/** Changed lines of a file, with the lines around them. */
export function Difference({ path, oldText, newText }: { path: string; oldText: string; newText: string }) {
  const lines = useMemo(() => lineDiff(oldText, newText), [oldText, newText]);
  const isNear = (index: number) =>
    lines.slice(Math.max(0, index - CONTEXT_LINES), index + CONTEXT_LINES + 1).some(({ kind }) => kind !== "same");
  return (
    <figure className={layout.stack}>
      <figcaption className={classes(typography.mono, typography.anywhere)}>{path}</figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: lines that scroll sideways must be reachable by keyboard */}
      <pre className={css.difference} tabIndex={0}>
        {lines.every(({ kind }) => kind === "same") && text.noDifference}
        {lines.map(({ kind, text: line }, index) => {
          const [mark, Line] = LINES[kind];
          // biome-ignore lint/suspicious/noArrayIndexKey: the lines never move
          return isNear(index) && <Line key={index}>{`${mark} ${line}\n`}</Line>;
        })}
      </pre>
    </figure>
  );
}
