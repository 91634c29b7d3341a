import { useSession } from "@shared/stores/session";
import { type ReactNode, useEffect, useState } from "react";
import { Dashboard } from "./Dashboard";
import { Loading } from "./Loading";
import { LoginRequired } from "./LoginRequired";
import type { TabContents } from "./tabs";

interface Props {
  wallet: ReactNode;
  contents: TabContents;
}

/** Guards the player area: without a session it shows the login notice and leaves the address as it is. */
export function PlayerArea({ wallet, contents }: Props) {
  const { isLoading, user } = useSession();
  const [isGuarded, setGuarded] = useState(!isLoading);
  // A login that runs leaves its form in the page.
  useEffect(() => setGuarded((before) => before || !isLoading), [isLoading]);
  // The key gives a player who logs in from another tab of the browser a dashboard without the previous one's state.
  if (user) return <Dashboard key={user.username} user={user} wallet={wallet} contents={contents} />;
  return isLoading && !isGuarded ? <Loading /> : <LoginRequired />;
}
