import { placePaths } from "@shared/placePaths";
import { useNameInPath } from "@shared/useNameInPath";
import { BossPlace } from "./BossPlace";
import { CastlePlace } from "./CastlePlace";

/** The page of a boss or a castle, by the address. */
export default function Places() {
  const boss = encodeURIComponent(useNameInPath(placePaths.boss));
  const castle = encodeURIComponent(useNameInPath(placePaths.castle));
  return boss ? <BossPlace key={boss} boss={boss} /> : <CastlePlace key={castle} castle={castle} />;
}
