const DAY_MS = 86_400_000;

const dayOf = (at: Date): number => Math.floor((at.getTime() - at.getTimezoneOffset() * 60_000) / DAY_MS);

/** Days in a row with a vote, in the visitor's time zone, up to today or yesterday. */
export function streakOf(votes: readonly Date[], now: Date): number {
  const days = new Set(votes.map(dayOf));
  const today = dayOf(now);
  const last = days.has(today) ? today : today - 1;
  let streak = 0;
  while (days.has(last - streak)) streak++;
  return streak;
}
