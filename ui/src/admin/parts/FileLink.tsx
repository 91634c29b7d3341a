import { AnchorButton } from "@shared/components/Button";
import type { ReactNode } from "react";
import { Icon } from "./Icon";

/** A link that saves a file. */
export const FileLink = ({ href, children }: { href: string; children: ReactNode }) => (
  <AnchorButton href={href} download>
    <Icon name="file" />
    {children}
  </AnchorButton>
);
