import * as shared from "text:shared";
import type { ReactNode } from "react";
import * as css from "./badge.module.css";
import { classes } from "./classes";

interface BadgeProps {
  tone: "good" | "bad" | "wait" | "off" | "gold";
  children: ReactNode;
}

/** A status label with an icon, so that colour is not the only difference. */
export function Badge({ tone, children }: BadgeProps) {
  return <span className={classes(css.badge, css[tone])}>{children}</span>;
}

export function OnlineBadge({ online }: { online: boolean }) {
  return <Badge tone={online ? "good" : "off"}>{online ? shared.online : shared.offline}</Badge>;
}
