/** Mock responses and locators of the rankings. */
import type { Page, Request } from "@playwright/test";
import { expect } from "./helpers";

export const BOARDS = /\/api\/rankings\/(pvp|pk)(\?|$)/;
export const EMPTY = {
  data: [],
  total: 0,
  total_pages: 0,
  page: 1,
  page_size: 50,
  generated_at: "2026-01-01T00:00:00Z",
};

export const row = (change: object) => ({
  rank: 4,
  char_name: "Kael",
  level: 80,
  class_id: 88,
  class_name: "Duelist",
  race: 0,
  race_name: "Human",
  clan_name: null,
  score: 12,
  online: false,
  ...change,
});

/** Mocks the boards: one row of many costs less than a real page of fifty. */
export const mockBoards = (page: Page) =>
  page.route(BOARDS, (route) => route.fulfill({ json: { ...EMPTY, data: [row({})], total: 400, total_pages: 8 } }));

export const rows = (page: Page) => page.getByRole("table").locator("tbody tr");
export const waitForRows = (page: Page) => expect(rows(page).first().locator("th")).not.toBeEmpty();

export function recordRequests(page: Page): URL[] {
  const calls: URL[] = [];
  page.on("request", (request: Request) => {
    const url = new URL(request.url());
    if (url.pathname.startsWith("/api/rankings/")) calls.push(url);
  });
  return calls;
}

export const query = (url: URL | undefined) => Object.fromEntries(url?.searchParams ?? []);
