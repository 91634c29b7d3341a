import { MainCharacter } from "@features/characters/MainCharacter";
import { ProfileTab } from "@features/profile/ProfileTab";

export default function ProfileWithCharacter() {
  return (
    <ProfileTab>
      <MainCharacter />
    </ProfileTab>
  );
}
