/** A player whose answers are arranged: for states that the demo's people are not in, and for those that pass by. */
import type { Page, Route } from "@playwright/test";
import type { components } from "../src/shared/api/schema";
import { expect } from "./house";

type Schemas = components["schemas"];

export const PROFILE: Schemas["PlayerProfile"] = {
  username: "lunar42",
  email: "lunar@fishi.example",
  member_since: "2025-03-14T18:57:00Z",
  total_playtime: 3_567_600,
  account_activity_score: 86,
  access_level: 0,
  access_level_label: "Player",
  last_ip: "190.191.44.17",
  total_characters: 2,
  average_character_level: 70.5,
  active_characters: 1,
  death_kill_ratio: 3.1,
  total_pvp_kills: 9281,
  total_pk_kills: 44,
  total_fame: 12_350,
  total_karma: 7,
};

export const entry = (change: Partial<Schemas["SecurityLogEntry"]> = {}): Schemas["SecurityLogEntry"] => ({
  action: "LOGIN",
  ip_address: "190.191.44.17",
  timestamp: "2026-11-18T22:02:00Z",
  success: true,
  ...change,
});

export const logs = (...data: Schemas["SecurityLogEntry"][]): Schemas["SecurityLogs"] => ({ data, total: data.length });

export const BALANCES: Schemas["Balances"] = {
  lucky_coins: { total_amount: 0, pending_delivery: 0 },
  adena: { total_amount: 0 },
  total_characters: 0,
  character_balances: [],
};

type Answer = object | ((route: Route) => unknown);

/** What is answered where a test arranges nothing else. */
const ANSWERS: Readonly<Record<string, Answer>> = {
  "/api/auth/profile": {
    username: PROFILE.username,
    email: PROFILE.email,
    access_level: 0,
    access_level_label: "Player",
    member_since: PROFILE.member_since,
  },
  "/api/player/profile": PROFILE,
  "/api/player/security-logs": logs(entry()),
  "/api/player/characters": { data: [], total: 0, slots: 3 },
  "/api/player/balances": BALANCES,
  "/api/player/coins": {},
};

/** Lets the arranged player in; each path is answered as the test says, and every other one as usual. */
export async function enterArranged(page: Page, answers: Readonly<Record<string, Answer>> = {}) {
  await page.addInitScript(
    ([username, email]) => {
      localStorage.setItem("auth_token", "t.o.k");
      localStorage.setItem("user_data", JSON.stringify({ username, email }));
    },
    [PROFILE.username, PROFILE.email],
  );
  const given: Readonly<Record<string, Answer>> = { ...ANSWERS, ...answers };
  // One route for all: each of them would be asked about every file of the page, too.
  await page.route("**/api/**", (route) => {
    const answer = given[new URL(route.request().url()).pathname];
    if (answer === undefined) return route.fallback();
    return typeof answer === "function" ? answer(route) : route.fulfill({ json: answer });
  });
}

/**
 * From here on time passes only where the test lets it; what was due within a minute has then happened. The test has
 * taken the clock (`page.clock.install()`) before it opened the page: a timer that the page started on the real clock
 * could not be cancelled any more, and would go off in the midst of the test.
 */
export async function stopClock(page: Page) {
  const taken = await page.evaluate(() => "isFake" in Date);
  expect(taken, "the clock was taken before the page was opened").toBe(true);
  await page.clock.pauseAt(Date.now() + 60_000);
}

declare global {
  interface Window {
    calls?: string[];
  }
}

/** Counts the page's calls where they are made, so that none is still on its way to the test when they are compared. */
export async function countCalls(page: Page) {
  await page.addInitScript(() => {
    const made: string[] = [];
    const ask = window.fetch.bind(window);
    window.calls = made;
    window.fetch = (what, how) => {
      made.push(`${how?.method ?? "GET"} ${what}`);
      return ask(what, how);
    };
  });
}

/** The calls so far that begin so: `GET /api/…`. */
export const callsOf = (page: Page, beginning: string) =>
  page.evaluate((start) => window.calls?.filter((call) => call.startsWith(start)) ?? [], beginning);

/** Keeps a dialog that has done its work from closing by itself, for as long a look as the test needs. */
export async function holdClosing(page: Page) {
  await page.addInitScript(() => {
    const later = window.setTimeout.bind(window);
    window.setTimeout = ((run: () => void, ms?: number) => (ms === 2000 ? 0 : later(run, ms))) as typeof setTimeout;
  });
}
