/** State of the rankings page, and its conversion to the address and to the API query. */
import { tidyName } from "@shared/characterNames";
import { classById, RACES } from "@shared/rankings/classes";

export type Board = "pvp" | "pk";

export interface Filters {
  readonly name: string;
  readonly race: number | null;
  readonly classId: number | null;
  readonly minLevel: number | null;
  readonly maxLevel: number | null;
  readonly online: boolean;
}

/** Days that a movement is counted over. */
export type Span = "day" | "week";

export interface View {
  readonly board: Board;
  readonly page: number;
  readonly span: Span;
  /** A recorded day, "2026-11-15"; null: now. */
  readonly at: string | null;
  readonly filters: Filters;
}

export const PAGE_SIZE = 50;
export const LEVEL_MIN = 1;
export const LEVEL_MAX = 85;

export const NO_FILTERS: Filters = {
  name: "",
  race: null,
  classId: null,
  minLevel: null,
  maxLevel: null,
  online: false,
};

function wholeNumber(text: string | null, from: number, to: number) {
  if (text === null || !/^\d{1,9}$/.test(text)) return null;
  const value = Number(text);
  return value >= from && value <= to ? value : null;
}

/** Drops a class that does not belong to the race. */
function fitting(filters: Filters): Filters {
  const gameClass = filters.classId === null ? undefined : classById(filters.classId);
  const matchesRace = gameClass !== undefined && (filters.race === null || filters.race === gameClass.race);
  return matchesRace ? filters : { ...filters, classId: null };
}

/** Online states exist for the present only. */
const onlineOnly = (query: URLSearchParams): boolean => query.get("online_only") === "true" && dayOf(query) === null;

const DAY = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/;

function dayOf(query: URLSearchParams): string | null {
  const day = query.get("at") ?? "";
  return DAY.test(day) ? day : null;
}

/** Parses an address; invalid parts are ignored. */
export function parseView(query: URLSearchParams): View {
  return {
    span: query.get("movement") === "week" ? "week" : "day",
    at: dayOf(query),
    board: query.get("tab") === "pk" ? "pk" : "pvp",
    page: wholeNumber(query.get("page"), 1, 999_999_999) ?? 1,
    filters: fitting({
      name: tidyName(query.get("search_name") ?? ""),
      race: wholeNumber(query.get("race"), 0, RACES.length - 1),
      classId: wholeNumber(query.get("class_id"), 0, 999),
      minLevel: wholeNumber(query.get("min_level"), LEVEL_MIN, LEVEL_MAX),
      maxLevel: wholeNumber(query.get("max_level"), LEVEL_MIN, LEVEL_MAX),
      online: onlineOnly(query),
    }),
  };
}

/** Active filters under the parameter names of address and API. */
function activeQuery(filters: Filters) {
  return {
    ...(filters.name !== "" && { search_name: filters.name }),
    ...(filters.race !== null && { race: filters.race }),
    ...(filters.classId !== null && { class_id: filters.classId }),
    ...(filters.minLevel !== null && { min_level: filters.minLevel }),
    ...(filters.maxLevel !== null && { max_level: filters.maxLevel }),
    ...(filters.online && { online_only: true }),
  };
}

/** Query string of a view, without default values. */
export function formatView({ board, page, filters, span, at }: View): string {
  const query = new URLSearchParams();
  if (board === "pk") query.set("tab", board);
  if (at !== null) query.set("at", at);
  if (span === "week") query.set("movement", span);
  for (const [name, value] of Object.entries(activeQuery(filters))) query.set(name, String(value));
  if (page > 1) query.set("page", String(page));
  return query.size === 0 ? "" : `?${query}`;
}

const levelsCross = ({ minLevel, maxLevel }: Filters): boolean =>
  minLevel !== null && maxLevel !== null && minLevel > maxLevel;

/** API query. A minimum above the maximum is not sent. */
export function requestQuery({ page, filters, at }: View) {
  const validFilters = levelsCross(filters) ? { ...filters, minLevel: null, maxLevel: null } : filters;
  return { page, page_size: PAGE_SIZE, ...activeQuery(validFilters), ...(at !== null && { at }) };
}

export const activeFilters = (filters: Filters): number => Object.keys(activeQuery(filters)).length;

/** Changes filters and returns to page 1. */
export const withFilters = (view: View, change: Partial<Filters>): View => ({
  ...view,
  page: 1,
  filters: fitting({ ...view.filters, ...change }),
});

/** Changes the tab and clears filters and page (specification). */
export const tabQuery = (tab: string): string => (tab === "pvp" ? "" : `?tab=${tab}`);

/** Changes the day, and returns to page 1. */
export const withDay = (view: View, at: string | null): View => ({
  ...view,
  page: 1,
  at,
  filters: { ...view.filters, online: at === null && view.filters.online },
});

/** Parses a typed level: a number, null if empty, or an error text. */
export function readLevel(text: string): number | null | "invalid" {
  if (text.trim() === "") return null;
  return wholeNumber(text.trim(), LEVEL_MIN, LEVEL_MAX) ?? "invalid";
}

/** Returns the error of two typed levels, or null. A crossed range has its minimum above its maximum. */
export function levelProblem(min: string, max: string): "invalid" | "crossed" | null {
  const [low, high] = [readLevel(min), readLevel(max)];
  if (low === "invalid" || high === "invalid") return "invalid";
  if (low !== null && high !== null && low > high) return "crossed";
  return null;
}
