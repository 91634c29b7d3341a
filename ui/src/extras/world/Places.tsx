import { placePaths } from "@shared/placePaths";
import { matchPath, useLocation } from "react-router-dom";
import { BossPlace } from "./BossPlace";
import { CastlePlace } from "./CastlePlace";

/** The page of a boss or a castle, by the address. */
export default function Places() {
  const { pathname } = useLocation();
  const boss = matchPath(placePaths.boss, pathname)?.params.boss;
  if (boss) return <BossPlace key={boss} boss={boss} />;
  const castle = matchPath(placePaths.castle, pathname)?.params.castle ?? "";
  return <CastlePlace key={castle} castle={castle} />;
}
