import { paths } from "@shared/paths";
import { matchPath, useLocation } from "react-router-dom";
import BossReport from "./BossReport";
import SiegeReport from "./SiegeReport";
import WeekReview from "./WeekReview";

/** One report: of a boss kill, a siege or a week, by the address. */
export default function Reports() {
  const { pathname } = useLocation();
  if (matchPath(paths.bossReport, pathname)) return <BossReport />;
  return matchPath(paths.siegeReport, pathname) ? <SiegeReport /> : <WeekReview />;
}
