import { DashboardFrame } from "@features/player/DashboardFrame";
import { Loading } from "@features/player/Loading";
import { type TabContents, tabOf } from "@features/player/tabs";
import { WalletSkeleton } from "@features/wallet/WalletSkeleton";
import { useSearchParams } from "react-router-dom";

/** Filled by `prepare`. */
let skeletons: TabContents;

/** The first frame of the player's area, which knows the tab but no session; the service renders it. */
export default function PlayerShell() {
  const [query] = useSearchParams();
  const tab = tabOf(query);
  const Skeleton = skeletons[tab.id];
  return (
    <DashboardFrame tab={tab} wallet={<WalletSkeleton />}>
      <Skeleton />
    </DashboardFrame>
  );
}

/** The tabs' modules are loaded as the browser loads them, so that the build leaves each in its own file. */
export async function prepare(): Promise<void> {
  const [profile, characters, donations, roulette] = await Promise.all([
    import("./Profile"),
    import("@features/characters/CharactersTab"),
    import("@features/wallet/donations/DonationsTab"),
    import("@features/roulette/RouletteTab"),
  ]);
  skeletons = {
    profile: profile.Skeleton,
    characters: characters.Skeleton,
    donations: donations.Skeleton,
    roulette: roulette.Skeleton,
    rewards: Loading,
  };
}
