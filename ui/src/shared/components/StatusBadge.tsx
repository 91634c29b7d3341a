import { classes } from "./classes";
import { Icon, type IconName } from "./Icon";
import * as css from "./status-badge.module.css";

export type Tone = "good" | "wait" | "bad" | "back";

/** The icon differs as well as the colour. */
const ICONS: Readonly<Record<Tone, IconName>> = { good: "check", wait: "clock", bad: "close", back: "refresh" };

interface Props {
  tone: Tone;
  icon?: IconName | undefined;
  children: string;
}

/** A status label with an icon. */
export function StatusBadge({ tone, icon = ICONS[tone], children }: Props) {
  return (
    <span className={classes(css.badge, css[tone])}>
      <Icon name={icon} />
      {children}
    </span>
  );
}
