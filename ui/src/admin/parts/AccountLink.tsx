import { Link } from "react-router-dom";
import { usePermission } from "../session";

/** The login of an account, which leads to its page. */
export function AccountLink({ login }: { login: string }) {
  const { allowed } = usePermission("players.read");
  return allowed ? <Link to={`/players/${encodeURIComponent(login)}`}>{login}</Link> : login;
}
