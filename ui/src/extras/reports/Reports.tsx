import { reportPaths } from "@shared/reportPaths";
import { matchPath, useLocation } from "react-router-dom";
import BossReport from "./BossReport";
import CompetitionPage from "./CompetitionPage";
import SiegeReport from "./SiegeReport";
import WeekReview from "./WeekReview";

/** One report, by the address: of a boss kill, a siege, a week or a competition. */
export default function Reports() {
  const { pathname } = useLocation();
  if (matchPath(reportPaths.boss, pathname)) return <BossReport />;
  if (matchPath(reportPaths.competition, pathname)) return <CompetitionPage />;
  return matchPath(reportPaths.siege, pathname) ? <SiegeReport /> : <WeekReview />;
}
