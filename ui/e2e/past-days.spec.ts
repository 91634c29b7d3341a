import { expect, test } from "@playwright/test";
import { addMonths, dayAfterKey, weeksOf } from "../src/extras/history/calendar";

test("the calendar has whole weeks from Monday on; its keys move by days, weeks and months", () => {
  const weeks = weeksOf("2026-11-15");
  expect(weeks).toHaveLength(6);
  expect(weeks[0]).toEqual([null, null, null, null, null, null, "2026-11-01"]);
  expect(weeks.at(-1)).toEqual(["2026-11-30", null, null, null, null, null, null]);
  expect(weeksOf("2027-02-28")).toHaveLength(4);
  expect(addMonths("2026-10-31", 1)).toBe("2026-11-30");
  expect(addMonths("2026-12-31", 2)).toBe("2027-02-28");
  const keys = ["ArrowLeft", "ArrowDown", "PageUp", "PageDown", "Home", "End", "a"];
  expect(keys.map((key) => dayAfterKey("2026-11-30", key))).toEqual([
    "2026-11-29",
    "2026-12-07",
    "2026-10-30",
    "2026-12-30",
    "2026-11-30",
    "2026-12-06",
    null,
  ]);
});
