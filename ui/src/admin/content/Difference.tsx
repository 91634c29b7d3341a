import * as text from "text:adminContent";
import { useMemo } from "react";
import { lineDiff } from "./lineDiff";

const CONTEXT_LINES = 2;
const MARKS = { same: " ", removed: "−", added: "+" } as const;

/** Changed lines of a file, with the lines around them. */
export function Difference({ path, oldText, newText }: { path: string; oldText: string; newText: string }) {
  const lines = useMemo(() => lineDiff(oldText, newText), [oldText, newText]);
  const isNear = (index: number) =>
    lines.slice(Math.max(0, index - CONTEXT_LINES), index + CONTEXT_LINES + 1).some(({ kind }) => kind !== "same");
  return (
    <figure className="stack">
      <figcaption className="mono wrapname">{path}</figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: lines that scroll sideways must be reachable by keyboard */}
      <pre className="difference" tabIndex={0}>
        {lines.every(({ kind }) => kind === "same") && text.noDifference}
        {lines.map(
          ({ kind, text: line }, index) =>
            isNear(index) && (
              // biome-ignore lint/suspicious/noArrayIndexKey: the lines never move
              <span key={index} className={kind}>{`${MARKS[kind]} ${line}\n`}</span>
            ),
        )}
      </pre>
    </figure>
  );
}
