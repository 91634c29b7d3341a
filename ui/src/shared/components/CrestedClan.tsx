import { ClanName } from "./CharacterName";
import { Crest } from "./Crest";
import * as css from "./crested-clan.module.css";

interface CrestedClanProps {
  clan: { clan_id: number; name: string; crest?: string | null; hidden?: boolean };
}

/** A clan's crest and name, with a link to its page. */
export const CrestedClan = ({ clan: { clan_id, name, crest, hidden } }: CrestedClanProps) => (
  <span className={css.clan}>
    <Crest path={crest} />
    <ClanName name={name} id={clan_id} hidden={hidden} />
  </span>
);
