import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "@playwright/test";
import {
  activeFilters,
  type Filters,
  formatView,
  levelProblem,
  NO_FILTERS,
  parseView,
  requestQuery,
  type View,
  withFilters,
} from "../src/features/rankings/view";
import { tidyName } from "../src/shared/characterNames";
import { classType } from "../src/shared/classTypes";
import { pagerWindow } from "../src/shared/paging";
import { CLASSES, RACES } from "../src/shared/rankings/classes";

const view = (filters: Partial<Filters> = {}, otherFields: Partial<View> = {}): View => ({
  board: "pvp",
  page: 1,
  span: "day",
  at: null,
  ...otherFields,
  filters: { ...NO_FILTERS, ...filters },
});
const read = (address: string) => parseView(new URLSearchParams(address));

const ALL_FILTERS: Filters = { name: "a%b", race: 1, classId: 24, minLevel: 1, maxLevel: 85, online: true };

test("parseView inverts formatView", () => {
  for (const expectedView of [
    view(),
    view(ALL_FILTERS),
    view(ALL_FILTERS, { board: "pk", page: 7, span: "week" }),
    view({ ...ALL_FILTERS, online: false }, { at: "2026-11-15" }),
    view({ race: 0, classId: 0 }),
  ]) {
    expect(read(formatView(expectedView))).toEqual(expectedView);
  }
});

test("the default view has an empty query string", () => {
  expect(formatView(view())).toBe("");
  expect(formatView(view({}, { board: "pk" }))).toBe("?tab=pk");
});

test("invalid parameters are dropped", () => {
  expect(read("tab=pve&page=0&race=5&class_id=58&min_level=0&max_level=86&online_only=yes")).toEqual(view());
  expect(read("at=2026-11-32&movement=month")).toEqual(view());
  expect(read("at=2026-11-15&online_only=true").filters.online, "known of now alone").toBe(false);
  expect(read("page=1e3&race=&min_level=4.5")).toEqual(view());
  expect(read(`search_name=${"x".repeat(40)}`).filters.name).toBe("x".repeat(16));
});

test("a name is trimmed and cut by code points", () => {
  expect(tidyName("  Kael ")).toBe("Kael");
  expect(tidyName("😀".repeat(20))).toBe("😀".repeat(16));
});

test("empty filters are left out of the query", () => {
  expect(requestQuery(view())).toEqual({ page: 1, page_size: 50 });
  expect(requestQuery(view(ALL_FILTERS, { page: 3 }))).toEqual({
    page: 3,
    page_size: 50,
    search_name: "a%b",
    race: 1,
    class_id: 24,
    min_level: 1,
    max_level: 85,
    online_only: true,
  });
});

test("each of the six filters counts once", () => {
  expect(activeFilters(NO_FILTERS)).toBe(0);
  expect(activeFilters(ALL_FILTERS)).toBe(6);
  expect(activeFilters({ ...NO_FILTERS, race: 0, classId: 0 })).toBe(2);
});

test("a filter change resets the page and drops a class of another race", () => {
  const elves = view({ race: 1, classId: 24 }, { page: 4 });
  expect(withFilters(elves, { online: true })).toEqual(view({ race: 1, classId: 24, online: true }));
  expect(withFilters(elves, { race: 3 })).toEqual(view({ race: 3 }));
  expect(withFilters(elves, { race: null })).toEqual(view({ classId: 24 }));
});

test("the pager shows five pages around the current one", () => {
  expect(pagerWindow(1, 97)).toEqual([1, 2, 3, 4, 5]);
  expect(pagerWindow(50, 97)).toEqual([48, 49, 50, 51, 52]);
  expect(pagerWindow(97, 97)).toEqual([93, 94, 95, 96, 97]);
  expect(pagerWindow(2, 3)).toEqual([1, 2, 3]);
});

test("invalid levels have an error message", () => {
  expect(levelProblem("", "")).toBeNull();
  expect(levelProblem("1", "85")).toBeNull();
  expect(levelProblem("40", "40")).toBeNull();
  for (const bad of ["0", "86", "-1", "x", "4.5"]) expect(levelProblem(bad, "")).toBe("invalid");
  expect(levelProblem("41", "40")).toBe("crossed");
});

test("classes match the service by id, name, race and type", () => {
  const source = fileURLToPath(new URL("../../gateway/game/classes.py", import.meta.url));
  const classRows = [
    ...readFileSync(source, "utf8").matchAll(/^ +\((\d+), "([^"]+)", "(fighter|mystic|priest)", (\w+)\)/gm),
  ];
  const parents = new Map(
    classRows.map(([, id, , , parent]) => [Number(id), parent === "None" ? null : Number(parent)]),
  );
  const ancestor = (id: number): number => {
    const parent = parents.get(id);
    return parent === null || parent === undefined ? id : ancestor(parent);
  };
  const raceOf = (id: number) => [18, 31, 44, 53].filter((first) => first <= ancestor(id)).length;

  expect(classRows).toHaveLength(89);
  expect(CLASSES.map(({ id, name, race }) => ({ id, name, race, type: classType(id) }))).toEqual(
    classRows.map(([, id, name, type]) => ({ id: Number(id), name, race: raceOf(Number(id)), type })),
  );
  expect(RACES).toEqual(["Human", "Elf", "Dark Elf", "Orc", "Dwarf"]);
});
