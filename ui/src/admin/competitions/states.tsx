import * as text from "text:adminCompetitions";
import { formatCalendarDay } from "@shared/dates";
import type { Body } from "../api/useAdmin";
import { State, type Tone } from "../parts/States";

export type CompetitionRow = Body<"ListedCompetition">;

const TONES: Readonly<Record<CompetitionRow["state"], Tone>> = {
  upcoming: "info",
  running: "good",
  provisional: "wait",
  due: "bad",
  final: "off",
  paid: "off",
  closed: "off",
};

export const CompetitionState = ({ state }: { state: CompetitionRow["state"] }) => (
  <State tone={TONES[state]}>{text.states[state]}</State>
);

export const daysOf = ({ first_day, last_day }: CompetitionRow): string =>
  text.days({ from: formatCalendarDay(first_day), to: formatCalendarDay(last_day) });
