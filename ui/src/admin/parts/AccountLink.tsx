import { Link } from "react-router-dom";
import { usePermission } from "../session";

/** The login of an account, which leads to its page; null: the operator may not see it. */
export function AccountLink({ login }: { login: string | null }) {
  const { allowed } = usePermission("players.read");
  if (login === null) return "–";
  return allowed ? <Link to={`/players/${encodeURIComponent(login)}`}>{login}</Link> : login;
}
