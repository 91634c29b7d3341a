import { MainCharacter } from "@features/characters/MainCharacter";
import { ProfileTab } from "@features/profile/ProfileTab";
import { PushSection } from "@features/push/PushSection";

export default function ProfileWithCharacter() {
  return (
    <ProfileTab push={<PushSection />}>
      <MainCharacter />
    </ProfileTab>
  );
}
