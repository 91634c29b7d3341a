import { PlayerArea } from "@features/player/PlayerArea";
import { type TabContents, tabOf } from "@features/player/tabs";
import { Wallet } from "@features/wallet/Wallet";
import { useSession } from "@shared/stores/session";
import { useStepUp } from "@shared/stores/stepUp";
import { lazy, Suspense } from "react";

const LOADERS = {
  profile: () => import("./Profile"),
  characters: () => import("@features/characters/CharactersTab"),
  donations: () => import("@features/wallet/donations/DonationsTab"),
  roulette: () => import("@features/roulette/RouletteTab"),
  rewards: () => import("./Rewards"),
};

/** Each tab's code is loaded when the tab is first opened. */
let contents: TabContents = {
  profile: lazy(LOADERS.profile),
  characters: lazy(LOADERS.characters),
  donations: lazy(LOADERS.donations),
  roulette: lazy(LOADERS.roulette),
  rewards: lazy(LOADERS.rewards),
};

/** Loads the tab of a query string, which the first frame then shows. */
export async function prepare(search: string): Promise<void> {
  const { id } = tabOf(new URLSearchParams(search));
  const { default: Content } = await LOADERS[id]();
  contents = { ...contents, [id]: Content };
}

const NOTHING = () => null;

/** Without coins and history. */
const FROZEN = { donations: NOTHING, roulette: NOTHING, rewards: NOTHING };

const StepUpDialog = lazy(() => import("@features/step-up/StepUpDialog"));

/** The player area, composed of features that do not import each other. */
export default function Player() {
  const isFrozen = useSession((session) => session.isFrozen);
  const asksForProof = useStepUp(({ pendingProof }) => pendingProof !== null);
  return (
    <>
      <PlayerArea wallet={isFrozen ? null : <Wallet />} contents={isFrozen ? { ...contents, ...FROZEN } : contents} />
      <Suspense>{asksForProof && <StepUpDialog />}</Suspense>
    </>
  );
}
