import type { ReactNode } from "react";
import * as css from "./badge.module.css";
import { classes } from "./classes";

interface BadgeProps {
  tone: "good" | "bad" | "wait" | "off" | "gold";
  children: ReactNode;
}

/** A state in a word; the mark before it differs too, so that it is never told by colour alone. */
export function Badge({ tone, children }: BadgeProps) {
  return <span className={classes(css.badge, css[tone])}>{children}</span>;
}

export function OnlineBadge({ online }: { online: boolean }) {
  return <Badge tone={online ? "good" : "off"}>{online ? "Online" : "Offline"}</Badge>;
}
