import { StorySkeleton } from "@features/character/StorySkeleton";
import { MainCharacter } from "@features/characters/MainCharacter";
import { ProfileTab } from "@features/profile/ProfileTab";
import { PushSection } from "@features/push/PushSection";
import { useExtra } from "@shared/extras";
import { lazy, Suspense } from "react";

const Story = lazy(() => import("@features/character/Story"));

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
