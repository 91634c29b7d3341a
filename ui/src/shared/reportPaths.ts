/** Paths of reports. */
export const reportPaths = {
  boss: "/bosses/:boss/:moment",
  siege: "/sieges/:castle/:day",
  week: "/weeks/:week",
  competition: "/competition/:id",
} as const;

/** The moment is that of the death, in UTC: "2026-11-20-1354". */
export const bossReportPath = (boss: number, diedAt: string): string =>
  `/bosses/${boss}/${diedAt.slice(0, 16).replace("T", "-").replace(":", "")}`;
/** `day`: of its begin, in the site's time zone. */
export const siegeReportPath = (castle: number, day: string): string => `/sieges/${castle}/${day}`;

export const weekPath = (week: string): string => reportPaths.week.replace(":week", week);
export const competitionPath = (id: number): string => reportPaths.competition.replace(":id", String(id));
