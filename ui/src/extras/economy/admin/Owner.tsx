import * as text from "text:adminEconomy";
import * as game from "text:game";
import type { Body } from "@admin/api/useAdmin";
import { count } from "@admin/players/format";
import { usePermission } from "@admin/session";
import { Link } from "react-router-dom";

/** A character, which leads to its account, or a clan. */
export function Owner({ owner }: { owner: Body<"EconomyOwner"> | null | undefined }) {
  const { allowed } = usePermission("players.read");
  if (!owner) return "–";
  const name = owner.name ?? text.gone({ id: String(owner.id) });
  return (
    <>
      {owner.account && allowed ? <Link to={`/players/${encodeURIComponent(owner.account)}`}>{name}</Link> : name}{" "}
      {owner.level != null && <small>{game.levelInText({ level: count(owner.level) })}</small>}
    </>
  );
}
