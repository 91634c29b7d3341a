/** Rules of the clock on Home, without a page. */
import { expect, test } from "@playwright/test";
import { nextOccurrence, readSchedule } from "../src/features/home/clock/schedule";

const EN = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];
const ES = ["domingo", "lunes", "martes", "miércoles", "jueves", "viernes", "sábado"];
const PT = ["domingo", "segunda-feira", "terça-feira", "quarta-feira", "quinta-feira", "sexta-feira", "sábado"];
const ZONE = "Europe/Madrid";
const ALL = [0, 1, 2, 3, 4, 5, 6];

test("reads days, hours, offset and length in each language of the page", () => {
  const siege = { days: [0], minute: 18 * 60, lengthMinutes: 120, zone: "Etc/GMT+3" };
  for (const [days, hours, length, names] of [
    ["Sundays", "6:00 PM GMT-3", "120 minutes", EN],
    ["Domingos", "18:00 GMT-3", "120 minutos", ES],
    ["Todos os domingos", "18:00 GMT-3", "120 minutos", PT],
  ] as const)
    expect(readSchedule({ days, hours, length }, names, ZONE)).toEqual(siege);
  const olympiad = { days: [0, 2, 3, 4, 5, 6], minute: 21 * 60 + 30, lengthMinutes: 90, zone: ZONE };
  for (const [days, hours, names] of [
    ["Every day except Mondays", "9:30-11:00 PM", EN],
    ["Todos los días menos los lunes", "21:30-23:00", ES],
    ["Todos os dias, exceto segunda-feira", "21:30-23:00", PT],
    ["Todos os dias, menos segunda-feira", "21:30-23:00", PT],
  ] as const)
    expect(readSchedule({ days, hours }, names, ZONE)).toEqual(olympiad);
  expect(readSchedule({ hours: "Daily at 19:00" }, EN, ZONE)).toMatchObject({ days: ALL, minute: 19 * 60 });
  expect(readSchedule({ hours: "Todos los días a las 19:00" }, ES, ZONE)).toMatchObject({ days: ALL, minute: 19 * 60 });
  expect(readSchedule({ hours: "Todos os dias às 19:00" }, PT, ZONE)).toMatchObject({ days: ALL, minute: 19 * 60 });
  expect(readSchedule({ hours: "Daily at 12:15 AM" }, EN, ZONE)).toMatchObject({ minute: 15 });
});

test("does not read a text that it understands in part", () => {
  for (const hours of ["Fridays", "First Sunday of the month 6:00 PM", "Sundays, every second week, 18:00", ""])
    expect(readSchedule({ hours }, EN, ZONE), hours).toBeNull();
});

test("finds what is under way, else the next start, also over a change of the clocks", () => {
  const siege = { days: [0], minute: 18 * 60, lengthMinutes: 120, zone: "Etc/GMT+3" };
  for (const [now, start] of [
    ["2026-01-01T00:00:00Z", "2026-01-04T21:00:00Z"],
    ["2026-01-04T20:59:59Z", "2026-01-04T21:00:00Z"],
    ["2026-01-04T22:59:59Z", "2026-01-04T21:00:00Z"],
    ["2026-01-04T23:00:00Z", "2026-01-11T21:00:00Z"],
  ] as const)
    expect(nextOccurrence(siege, new Date(now)).start).toEqual(new Date(start));
  // Madrid's clocks go back on 25 October 2026, forward on 29 March 2026.
  const nightly = { days: ALL, minute: 3 * 60 + 30, lengthMinutes: 0, zone: ZONE };
  expect(nextOccurrence(nightly, new Date("2026-10-24T12:00:00Z")).start).toEqual(new Date("2026-10-25T02:30:00Z"));
  expect(nextOccurrence(nightly, new Date("2026-03-28T12:00:00Z")).start).toEqual(new Date("2026-03-29T01:30:00Z"));
  const lateShow = { days: [1], minute: 23 * 60, lengthMinutes: 180, zone: ZONE };
  expect(nextOccurrence(lateShow, new Date("2026-01-06T00:30:00Z")).start).toEqual(new Date("2026-01-05T22:00:00Z"));
});
