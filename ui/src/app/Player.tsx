import { PlayerArea } from "@features/player/PlayerArea";
import type { TabContents } from "@features/player/tabs";
import { Wallet } from "@features/wallet/Wallet";
import { lazy } from "react";

/** Each tab's code is loaded when the tab is first opened. */
const CONTENTS: TabContents = {
  profile: lazy(() => import("@features/profile/ProfileTab")),
  characters: lazy(() => import("./CharactersWithCharts")),
  donations: lazy(() => import("@features/wallet/donations/DonationsTab")),
  roulette: lazy(() => import("@features/roulette/RouletteTab")),
};

/** The player area, composed of features that do not import each other. */
export default function Player() {
  return <PlayerArea wallet={<Wallet />} contents={CONTENTS} />;
}
