import * as shared from "text:shared";
import { useSubjectPaths } from "../SubjectPaths";
import * as css from "./character-name.module.css";
import { Link } from "./Link";

interface ShownCharacter {
  char_name: string;
  char_id: number | null;
  privacy: "public" | "rankings" | "hidden";
}

/** A name as its player shows it: with a link to the character's page, plain, or hidden. */
export function CharacterName({ char_name, char_id, privacy }: ShownCharacter) {
  const { characterPath } = useSubjectPaths();
  if (privacy === "hidden") return <span className={css.hidden}>{shared.hiddenHero}</span>;
  if (privacy !== "public") return <bdi>{char_name}</bdi>;
  return (
    <Link to={characterPath(char_name, char_id)} className={css.link}>
      <bdi>{char_name}</bdi>
    </Link>
  );
}

interface ClanNameProps {
  name: string;
  id: number | null;
  /** Operators hide the name. */
  hidden: boolean | undefined;
}

export function ClanName({ name, id, hidden }: ClanNameProps) {
  const { clanPath } = useSubjectPaths();
  if (hidden) return <span className={css.hidden}>{shared.hiddenClan}</span>;
  return (
    <Link to={clanPath(name, id)} className={css.link}>
      <bdi>{name}</bdi>
    </Link>
  );
}
