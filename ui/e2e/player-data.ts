/** Mock responses of a player, for transient states and for those that no demo account has. */
import type { Page, Route } from "@playwright/test";
import type { components } from "../src/shared/api/schema";
import { expect } from "./helpers";

type Schemas = components["schemas"];

export const PROFILE: Schemas["PlayerProfile"] = {
  username: "lunar42",
  email: "lunar@fishi.example",
  email_confirmed: null,
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
  attempts: 1,
  ...change,
});

export const logs = (...data: Schemas["SecurityLogEntry"][]): Schemas["SecurityLogs"] => ({ data, total: data.length });

const SESSION: Schemas["SessionEntry"] = {
  id: "s",
  created_at: "2026-05-01T10:00:00Z",
  last_seen: "2026-05-02",
  device: "Firefox, Windows",
  network: "203.0.113.0/24",
  current: true,
};

export const BALANCES: Schemas["Balances"] = {
  lucky_coins: { total_amount: 0, pending_delivery: 0, available: 0 },
  adena: { total_amount: 0 },
  total_characters: 0,
  character_balances: [],
};

type MockResponse = object | ((route: Route) => unknown);

const LIMITS: Schemas["SpendingLimits"] = {
  currency: "ARS",
  rates: [],
  donation_day: null,
  donation_month: null,
  spin_day: null,
  excluded_until: null,
  pending: null,
  used: { donation_day: 0, donation_month: 0, spin_day: 0 },
};

const PUSH: Schemas["PlayerPush"] = {
  public_key: null,
  is_subscribed: false,
  choices: { bosses: [], castles: [], raid_bosses: false, milestones: false, rank_lost: false, stars: false },
};

/** Responses to requests that a test does not override. */
const DEFAULT_RESPONSES: Readonly<Record<string, MockResponse>> = {
  "/api/auth/profile": {
    username: PROFILE.username,
    email: PROFILE.email,
    access_level: 0,
    access_level_label: "Player",
    member_since: PROFILE.member_since,
  },
  "/api/player/profile": PROFILE,
  "/api/player/security-logs": logs(entry()),
  "/api/auth/notices": { data: [] },
  "/api/auth/step-up": { confirmed_until: "2100-01-01T00:00:00Z", factors: [] },
  "/api/auth/totp": { since: null },
  "/api/auth/recovery-codes": { left: 0, since: null },
  "/api/auth/sessions": { data: [SESSION] },
  "/api/player/campaigns": { data: [] },
  "/api/player/campaigns/bonus": { bonus: null },
  "/api/player/limits": LIMITS,
  "/api/player/push": PUSH,
  "/api/player/language": { language: "en" },
  "/api/player/privacy": { level: "public", default_level: "public", chosen_at: "2026-11-01T12:00:00Z" },
  "/api/player/characters": { data: [], total: 0, slots: 3 },
  "/api/rankings/pvp/me": { data: [] },
  "/api/rankings/pk/me": { data: [] },
  "/api/player/balances": BALANCES,
  "/api/player/coins": {},
  "/api/player/data-protection": {
    erasure: null,
    waiting_days: 7,
    obstacles: [],
    proof: "mail_code",
    coins: 500,
    export_from: null,
    rows: [{ name: "donations", kept: "books" }],
    consents: [],
  },
  "/api/player/data-protection/notices": { erasure: null, consents: [] },
  "/api/player/watch": { stars: [], limit: 200, unread: 0 },
  "/api/player/watch/digest": { is_on: false, is_offered: true, has_confirmed_email: true },
  "/api/player/watch/feed": { is_open: false, created_at: null },
};

/** Logs in as the mock player and mocks the given paths; other requests reach the API. */
export async function mockPlayer(page: Page, overrides: Readonly<Record<string, MockResponse>> = {}) {
  await page.addInitScript(
    ([username, email]) => {
      localStorage.setItem("auth_token", "t.o.k");
      localStorage.setItem("user_data", JSON.stringify({ username, email }));
    },
    [PROFILE.username, PROFILE.email],
  );
  const responses: Readonly<Record<string, MockResponse>> = { ...DEFAULT_RESPONSES, ...overrides };
  // A single route, since every route is evaluated for each file of the page.
  await page.route("**/api/**", (route) => {
    const response = responses[new URL(route.request().url()).pathname];
    if (response === undefined) return route.fallback();
    return typeof response === "function" ? response(route) : route.fulfill({ json: response });
  });
}

/**
 * Pauses the clock one minute ahead; timers due until then have fired. The test must call `page.clock.install()` before
 * it opens the page: a timer started on the real clock cannot be paused and would fire during the test.
 */
export async function pauseClock(page: Page) {
  const isInstalled = await page.evaluate(() => "isFake" in Date);
  expect(isInstalled, "page.clock.install() must be called before the page opens").toBe(true);
  await page.clock.pauseAt(Date.now() + 60_000);
}

declare global {
  interface Window {
    requests?: string[];
  }
}

/** Records the page's requests inside the page, where they are complete at once. */
export async function recordRequests(page: Page) {
  await page.addInitScript(() => {
    const requests: string[] = [];
    const originalFetch = window.fetch.bind(window);
    window.requests = requests;
    window.fetch = (url, init) => {
      requests.push(`${init?.method ?? "GET"} ${url}`);
      return originalFetch(url, init);
    };
  });
}

/** Returns the recorded requests with a prefix such as `GET /api/…`. */
export const recordedRequests = (page: Page, prefix: string) =>
  page.evaluate((text) => window.requests?.filter((request) => request.startsWith(text)) ?? [], prefix);

/** Disables the two-second timer that closes a dialog after success. */
export async function disableAutoClose(page: Page) {
  await page.addInitScript(() => {
    const originalSetTimeout = window.setTimeout.bind(window);
    window.setTimeout = ((callback: () => void, ms?: number) =>
      ms === 2000 ? 0 : originalSetTimeout(callback, ms)) as typeof setTimeout;
  });
}
