import * as text from "text:world";
import { ClanName } from "@shared/components/CharacterName";
import { Crest } from "@shared/components/Crest";
import * as utility from "@shared/styles/utility.module.css";
import * as css from "./world.module.css";

interface ClanProps {
  clan: { clan_id: number; name: string; crest?: string | null } | null;
}

/** A clan's crest and name, with a link to its page; "No owner" without a clan. */
export function Clan({ clan }: ClanProps) {
  if (!clan) return <span className={utility.muted}>{text.noOwner}</span>;
  return (
    <span className={css.clan}>
      <Crest path={clan.crest} />
      <ClanName name={clan.name} id={clan.clan_id} />
    </span>
  );
}
