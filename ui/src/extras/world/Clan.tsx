import * as text from "text:world";
import { CrestedClan } from "@shared/components/CrestedClan";
import * as utility from "@shared/styles/utility.module.css";
import type { ComponentProps } from "react";

interface ClanProps {
  clan: ComponentProps<typeof CrestedClan>["clan"] | null;
}

/** A clan with its crest; "No owner" without a clan. */
export function Clan({ clan }: ClanProps) {
  if (!clan) return <span className={utility.muted}>{text.noOwner}</span>;
  return <CrestedClan clan={clan} />;
}
