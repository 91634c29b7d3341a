import * as text from "text:profile";
import { Skeleton } from "@shared/components/Skeleton";
import { StatusBadge } from "@shared/components/StatusBadge";
import type { ReactNode } from "react";
import * as css from "./login-ways.module.css";

interface WayProps {
  title: string;
  badge?: boolean;
  note: string | undefined;
  children: ReactNode;
}

/** A way to log in, with what can be done about it. */
export function Way({ title, badge, note, children }: WayProps) {
  return (
    <li>
      <div className={css.what}>
        <h3>
          {title}
          {badge && <StatusBadge tone="good">{text.waysOn}</StatusBadge>}
        </h3>
        <p>{note ?? <Skeleton />}</p>
      </div>
      {children}
    </li>
  );
}
