import { HOUR_CYCLE, LANGUAGE } from "./format";

const appointment = new Intl.DateTimeFormat(LANGUAGE, {
  weekday: "short",
  month: "short",
  day: "numeric",
  hour: "numeric",
  minute: "2-digit",
  hourCycle: HOUR_CYCLE,
});

/** "Sun, Nov 29, 10:00 PM". */
export const formatAppointment = (at: Date): string => appointment.format(at);
