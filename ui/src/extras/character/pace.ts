const MAX_DAYS = 365;

/** Days until a distance is covered: distance divided by the gain a day, rounded up; null above a year and without a gain. */
export function daysAtPace(distance: number, perDay: number): number | null {
  const days = Math.ceil(distance / perDay);
  return perDay > 0 && days <= MAX_DAYS ? days : null;
}
