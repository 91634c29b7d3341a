import type { ReactNode } from "react";
import * as css from "./banner.module.css";
import { classes } from "./classes";
import { Icon, type IconName } from "./Icon";

interface BannerProps {
  tone?: "note" | "good" | "wait" | "bad";
  icon?: IconName;
  title: string;
  children?: ReactNode;
  action?: ReactNode;
}

/** An inline notice. */
export function Banner({ tone = "note", icon = "info", title, children, action }: BannerProps) {
  return (
    <div className={classes(css.banner, css[tone])} role="status">
      <div className={css.text}>
        <Icon name={icon} />
        <div>
          <strong>{title}</strong>
          {children && <p>{children}</p>}
        </div>
      </div>
      {action}
    </div>
  );
}
