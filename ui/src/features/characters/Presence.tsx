import * as text from "text:characters";
import * as shared from "text:shared";
import { classes } from "@shared/components/classes";
import { EmptyValue } from "@shared/components/EmptyValue";
import * as css from "@shared/components/presence.module.css";
import { formatSeen } from "@shared/dates";
import { NO_LOGIN } from "@shared/missingReasons";
import type { Character } from "./queries";

type Kin = Pick<Character, "clan_name" | "clan_level">;

export function Clan({ character: { clan_name: name, clan_level: level }, full }: { character: Kin; full?: boolean }) {
  if (name === null) return <span className={css.noClan}>{shared.noClan}</span>;
  const clan = <bdi>{name}</bdi>;
  return full && level !== null ? text.clanLevel({ name: clan, level: String(level) }) : clan;
}

interface PresenceProps {
  character: Pick<Character, "online" | "last_login">;
  /** Omits the time of the last login. */
  brief?: boolean;
}

/** Online, or the time of the last login. */
export function Presence({ character: { online, last_login }, brief }: PresenceProps) {
  const offlineText = brief ? shared.offline : <LastSeen at={last_login} />;
  return <span className={classes(css.presence, online && css.online)}>{online ? shared.online : offlineText}</span>;
}

function LastSeen({ at }: { at: string | null }) {
  const when = at === null ? <EmptyValue reason={NO_LOGIN} /> : formatSeen(new Date(at), new Date());
  return <span>{text.seen({ when })}</span>;
}
