import { PlayerArea } from "@features/player/PlayerArea";
import type { TabContents } from "@features/player/tabs";
import { Wallet } from "@features/wallet/Wallet";
import { useSession } from "@shared/stores/session";
import { useStepUp } from "@shared/stores/stepUp";
import { lazy, Suspense } from "react";

/** Each tab's code is loaded when the tab is first opened. */
const CONTENTS: TabContents = {
  profile: lazy(() => import("./Profile")),
  characters: lazy(() => import("@features/characters/CharactersTab")),
  donations: lazy(() => import("@features/wallet/donations/DonationsTab")),
  roulette: lazy(() => import("@features/roulette/RouletteTab")),
  rewards: lazy(() => import("./Rewards")),
};

/** Without coins and history. */
const FROZEN: TabContents = {
  ...CONTENTS,
  donations: () => null,
  roulette: () => null,
  rewards: () => null,
};

const StepUpDialog = lazy(() => import("@features/step-up/StepUpDialog"));

/** The player area, composed of features that do not import each other. */
export default function Player() {
  const isFrozen = useSession((session) => session.isFrozen);
  const asksForProof = useStepUp(({ pendingProof }) => pendingProof !== null);
  return (
    <>
      <PlayerArea wallet={isFrozen ? null : <Wallet />} contents={isFrozen ? FROZEN : CONTENTS} />
      <Suspense>{asksForProof && <StepUpDialog />}</Suspense>
    </>
  );
}
