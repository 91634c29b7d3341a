import { paths } from "@shared/paths";
import { matchPath, useLocation } from "react-router-dom";
import BossReport from "./BossReport";
import CompetitionPage from "./CompetitionPage";
import SiegeReport from "./SiegeReport";
import WeekReview from "./WeekReview";

/** One report, by the address: of a boss kill, a siege, a week or a competition. */
export default function Reports() {
  const { pathname } = useLocation();
  if (matchPath(paths.bossReport, pathname)) return <BossReport />;
  if (matchPath(paths.competition, pathname)) return <CompetitionPage />;
  return matchPath(paths.siegeReport, pathname) ? <SiegeReport /> : <WeekReview />;
}
