import * as text from "text:adminCompetitions";
import type { Body } from "@admin/api/useAdmin";
import { State, type Tone } from "@admin/parts/States";
import { LANGUAGE } from "@shared/format";

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

const days = new Intl.DateTimeFormat(LANGUAGE, { dateStyle: "medium", timeZone: "UTC" });

export const daysOf = ({ first_day, last_day }: CompetitionRow): string =>
  days.formatRange(new Date(first_day), new Date(last_day));
