import { useSession } from "@shared/stores/session";
import { Dashboard } from "./Dashboard";
import { Loading } from "./Loading";
import { LoginRequired } from "./LoginRequired";

/** Guards the player area: who is not logged in is told so, on the address he asked for. */
export default function Player() {
  const { isLoading, user } = useSession();
  // Another player who has logged in elsewhere in this browser gets a dashboard of his own, not what is left of this one's.
  if (user) return <Dashboard key={user.username} user={user} />;
  return isLoading ? <Loading /> : <LoginRequired />;
}
