import { StorySkeleton } from "@extras/character/StorySkeleton";
import { PushSection } from "@extras/push/PushSection";
import { MainCharacter } from "@features/characters/MainCharacter";
import { ProfileTab } from "@features/profile/ProfileTab";
import { useExtra } from "@shared/extras";
import { lazy, Suspense } from "react";

const Story = lazy(() => import("@extras/character/Story"));

export default function ProfileWithCharacter() {
  const hasPush = useExtra("push");
  return (
    <ProfileTab push={hasPush && <PushSection />}>
      <MainCharacter>
        {(name) => <Suspense fallback={<StorySkeleton />}>{name ? <Story name={name} /> : <StorySkeleton />}</Suspense>}
      </MainCharacter>
    </ProfileTab>
  );
}
