import { useSession } from "@shared/stores/session";
import { Dashboard } from "./Dashboard";
import { Loading } from "./Loading";
import { LoginRequired } from "./LoginRequired";

/** Guards the player area: who is not logged in is told so, on the address he asked for. */
export default function Player() {
  const { isLoading, user } = useSession();
  if (user) return <Dashboard user={user} />;
  return isLoading ? <Loading /> : <LoginRequired />;
}
