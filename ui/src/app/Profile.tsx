import { MainCharacter } from "@features/characters/MainCharacter";
import { ProfileTab } from "@features/profile/ProfileTab";

export { ProfileSkeleton as Skeleton } from "@features/profile/ProfileTab";

export default function Profile() {
  return (
    <ProfileTab>
      <MainCharacter />
    </ProfileTab>
  );
}
