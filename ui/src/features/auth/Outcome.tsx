import { classes } from "@shared/components/classes";
import { type ReactNode, useEffect, useRef } from "react";
import * as css from "./auth.module.css";

const LOZENGE = "M44 6 82 44 44 82 6 44Z";
const DRAWINGS = {
  good: [LOZENGE, "m30 45 10 10 19-22"],
  mail: ["M12 26h64v42H12ZM12 26l32 25 32-25", "m44 44 7 7-7 7-7-7Z"],
  bad: [LOZENGE, "M44 28v20M44 58v2"],
  off: [LOZENGE, "M44 28v20M44 58v2"],
} as const;

interface OutcomeProps {
  look: keyof typeof DRAWINGS;
  title: string;
  children: ReactNode;
}

/** The result of a dialog. It takes the focus, which was on a form that is gone. */
export function Outcome({ look, title, children }: OutcomeProps) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus(), []);
  const [frame, sign] = DRAWINGS[look];
  return (
    <div ref={box} className={classes(css.outcome, css[look])} role="status" tabIndex={-1}>
      <svg viewBox="0 0 88 88" aria-hidden="true">
        <path d={frame} />
        <path d={sign} />
      </svg>
      <h3>{title}</h3>
      <p>{children}</p>
    </div>
  );
}
