import type { ReactNode } from "react";
import { Icon } from "./Icon";

/** A link that saves a file. */
export const FileLink = ({ href, children }: { href: string; children: ReactNode }) => (
  <a className="btn" href={href} download>
    <Icon name="file" small />
    {children}
  </a>
);
