/** Rules of Server Info, tested without a page. */
import { readFileSync } from "node:fs";
import { expect, test } from "@playwright/test";
import { type EnchantRules, enchantOdds, enchantRules } from "../src/features/server-info/enchantOdds";
import { percentRange } from "../src/features/server-info/percentRange";
import { siegeTimes } from "../src/features/server-info/siegeTimes";
import { splitFigure } from "../src/features/server-info/splitFigure";
import { minuteOfWeek, occurrences } from "../src/shared/weeklyTime";

const RATES = [80, 75, 65, 60, 50, 40, 35, 35, 35, 30, 30, 25];
const TEXTS = {
  safe: "+4",
  max: "+16",
  steps: RATES.map((rate, index) => ({ level: `+${index + 5}`, rate: `${rate}%` })),
};
const RULES = enchantRules(TEXTS) as EnchantRules;

test("enchant rules are read from the operator's texts", () => {
  expect(RULES).toMatchObject({ safe: 4, max: 16 });
  expect(RULES.chances.slice(3, 6)).toEqual([1, 0.8, 0.75]);
});

test("enchant rules end at the first level without a chance", () => {
  const gap = TEXTS.steps.filter(({ level }) => level !== "+9");
  expect(enchantRules({ ...TEXTS, steps: gap })?.max).toBe(8);
  expect(enchantRules({ ...TEXTS, steps: [{ level: "+5", rate: "0%" }] })).toBeNull();
  expect(enchantRules({ ...TEXTS, steps: [] })).toBeNull();
  expect(enchantRules({ ...TEXTS, safe: "-" })).toBeNull();
});

test("a destroyed item is replaced by one of the same level", () => {
  expect(enchantOdds(RULES, 4, 5, "destroys")).toEqual({ chance: 0.8, scrolls: 1.25, items: 1.25 });
  expect(enchantOdds(RULES, 0, 4, "destroys")).toEqual({ chance: 1, scrolls: 4, items: 1 });
  const farOdds = enchantOdds(RULES, 4, 12, "destroys");
  expect(farOdds.chance).toBeCloseTo(0.0057, 4);
  expect(farOdds.items).toBeCloseTo(174.4, 1);
});

test("an item that falls to +0 goes on from there", () => {
  // E(4) = 1 + 0.2 × E(0) and E(0) = 4 + E(4)
  expect(enchantOdds(RULES, 4, 5, "resets").scrolls).toBeCloseTo(2.25, 10);
  expect(enchantOdds(RULES, 0, 5, "resets").scrolls).toBeCloseTo(6.25, 10);
});

test("the mean number of scrolls solves the equations of every level", () => {
  for (let to = 5; to <= 16; to++)
    for (let from = 0; from < to; from++) {
      const scrolls = (level: number) => (level === to ? 0 : enchantOdds(RULES, level, to, "resets").scrolls);
      const chance = RULES.chances[from] ?? Number.NaN;
      expect(scrolls(from)).toBeCloseTo(1 + chance * scrolls(from + 1) + (1 - chance) * scrolls(0), 6);
    }
});

test("weekly times are read in three languages", () => {
  const sixAtGmt3 = 21 * 60;
  for (const text of ["Sundays 6:00 PM GMT-3", "Sunday 18:00 UTC−3", "Domingos 18:00 GMT-3", "domingo, 18h GMT-03:00"])
    expect(minuteOfWeek(text), text).toBe(sixAtGmt3);
  expect(minuteOfWeek("Sábados 23:30 GMT-3")).toBe(150);
  expect(minuteOfWeek("Sunday 12:15 AM GMT+5:30")).toBe(7 * 1440 - 315);
  expect(minuteOfWeek("Miércoles 20:00 UTC")).toBe(3 * 1440 + 1200);
  for (const text of ["-", "Fridays", "Daily at 19:00", "Sundays 6:00 PM", "Sundays GMT-3"])
    expect(minuteOfWeek(text), text).toBeNull();
});

test("the next weekly time follows the last by a week", () => {
  const at = (text: string) => occurrences(21 * 60, new Date(text));
  expect(at("2026-11-22T20:59:59Z").next.toISOString()).toBe("2026-11-22T21:00:00.000Z");
  expect(at("2026-11-22T21:00:00Z").last.toISOString()).toBe("2026-11-22T21:00:00.000Z");
  expect(at("2026-11-22T21:00:00Z").next.toISOString()).toBe("2026-11-29T21:00:00.000Z");
});

test("a text is split at its figure", () => {
  expect(splitFigure("Up to 24 hours before")).toEqual(["Up to", "24 hours", "before"]);
  expect(splitFigure("40 members without an ally")).toEqual(["", "40 members", "without an ally"]);
  expect(splitFigure("120 minutes")).toEqual(["", "120 minutes", ""]);
  expect(splitFigure("Prohibited")).toEqual(["", "Prohibited", ""]);
  expect(splitFigure("Every clan may register at the castle")).toEqual([
    "Every clan may register at the castle",
    "",
    "",
  ]);
});

const sampleIn = (language: string) =>
  JSON.parse(readFileSync(new URL(`../content/server-info${language}.json`, import.meta.url), "utf8"));

test("the sample content has the same times, odds and ranges in each language", () => {
  const now = new Date("2026-11-18T00:00:00Z");
  const factsOf = ({ sieges, castles, events, rates, enchant, bosses }: ReturnType<typeof sampleIn>) => ({
    siege: siegeTimes({ ...sieges, when: castles[0].next_siege }, now),
    events: events.map(({ time }: { time: string }) => minuteOfWeek(time)),
    odds: enchantRules({ safe: rates.safe_enchant, max: rates.max_enchant, steps: enchant }),
    respawns: bosses.map(({ respawn }: { respawn: string }) => percentRange(respawn, 10)),
  });
  const english = factsOf(sampleIn(""));
  expect(english.siege?.registrationEnd).toEqual(new Date("2026-11-21T21:00:00Z"));
  for (const language of [".es", ".pt"]) expect(factsOf(sampleIn(language)), language).toEqual(english);
});

const SIEGES = { when: "Sundays 6:00 PM GMT-3", duration: "120 minutes", registration: "Up to 24 hours before" };
const timesAt = (text: string) => siegeTimes(SIEGES, new Date(text));

test("registration for the next siege closes a day before", () => {
  const [begin, registrationEnd] = [new Date("2026-11-22T21:00:00Z"), new Date("2026-11-21T21:00:00Z")];
  expect(timesAt("2026-11-20T00:00:00Z")).toEqual({ begin, end: null, registrationEnd });
  expect(timesAt("2026-11-21T21:00:00Z")).toEqual({ begin, end: null, registrationEnd: null });
});

test("a siege runs for its duration", () => {
  const [begin, end] = [new Date("2026-11-22T21:00:00Z"), new Date("2026-11-22T23:00:00Z")];
  expect(timesAt("2026-11-22T21:00:00Z")).toEqual({ begin, end, registrationEnd: null });
  expect(timesAt("2026-11-22T23:00:00Z")?.begin).toEqual(new Date("2026-11-29T21:00:00Z"));
  expect(siegeTimes({ ...SIEGES, duration: "2 hours" }, begin)?.end).toEqual(end);
  expect(siegeTimes({ ...SIEGES, duration: "-", registration: "-" }, new Date("2026-11-22T21:00:01Z"))).toEqual({
    begin: new Date("2026-11-29T21:00:00Z"),
    end: null,
    registrationEnd: null,
  });
  expect(siegeTimes({ ...SIEGES, when: "- -" }, begin)).toBeNull();
});
