/** Mock responses of donations, deliveries and coins, for transient states and for those that no demo account has. */
import type { Page, Route } from "@playwright/test";
import type { components } from "../src/shared/api/schema";
import { mockPlayer } from "./player-data";

type Schemas = components["schemas"];
export type Donation = Schemas["DonationRow"];
export type Delivery = Schemas["Delivery"];
export type Receiver = Schemas["Receiver"];
export type Answers = NonNullable<Parameters<typeof mockPlayer>[1]>;

export const ID = "7d0c1f7e-4a51-4c1b-9a53-2f6a4f6f0c11";
export const DONATION = `/api/donations/${ID}`;
export const CALCULATE = "/api/donations/calculate";
export const CREATE = "/api/donations/create";
export const CHARACTERS = "/api/donations/characters";
export const HISTORY = "/api/player/donations";

export const PACKAGES: Schemas["Packages"] = {
  enabled: true,
  providers: ["mercadopago"],
  data: [
    { amount: 5000, coins: 50, bonus_percentage: 0 },
    { amount: 10_000, coins: 105, bonus_percentage: 5 },
    { amount: 25_000, coins: 275, bonus_percentage: 10 },
    { amount: 50_000, coins: 575, bonus_percentage: 15 },
    { amount: 100_000, coins: 1200, bonus_percentage: 20 },
  ],
  min_amount: 5000,
  max_amount: 100_000,
  step: 1000,
  default_amount: 5000,
  currency: "ARS",
  has_slider: true,
  prices: [],
  coin_name: "Fishi Coins",
};

export const TWO_PROVIDERS: Schemas["Packages"] = { ...PACKAGES, providers: ["mercadopago", "stripe"] };

export const RECEIVERS: Receiver[] = [
  { id: 268479115, name: "Thalendril", level: 78, class_id: 102 },
  { id: 268479116, name: "ТеньСевера", level: 63, class_id: 36 },
  { id: 268479117, name: "WMWMWMWMWMWMWMWM", level: 20, class_id: 4 },
];

/** `amount` and `refunded_amount` of the change are also those in minor units. */
export const donation = (change: Partial<Donation> = {}): Donation => ({
  id: ID,
  created_at: "2026-11-20T21:08:00Z",
  amount: 38_000,
  amount_minor: 100 * (change.amount ?? 38_000),
  currency: "ARS",
  digits: 2,
  provider: "mercadopago",
  payment_method: null,
  status: "pending",
  coins_received: 0,
  character_name: "Thalendril",
  paid_at: null,
  credited_at: null,
  refunded_amount: 0,
  refunded_minor: 100 * (change.refunded_amount ?? 0),
  refunded_at: null,
  total_coins: 418,
  disputed: false,
  failure: null,
  checkout_url: null,
  expires_at: null,
  ...change,
});

const CREDITED_FIELDS = {
  status: "completed",
  payment_method: "visa",
  coins_received: 418,
  paid_at: "2026-11-20T21:09:00Z",
  credited_at: "2026-11-20T21:09:02Z",
} as const;

export const CREDITED_DONATION = donation(CREDITED_FIELDS);

const UNPAID_FIELDS = { coins_received: 0, paid_at: null, credited_at: null, payment_method: null };

/** A donation of the history; the first is the newest. */
export const listedDonation = (index: number, change: Partial<Donation> = {}): Donation =>
  donation({
    ...CREDITED_FIELDS,
    id: `00000000-0000-4000-8000-${String(index).padStart(12, "0")}`,
    created_at: `2026-11-${String(20 - index).padStart(2, "0")}T21:08:00Z`,
    credited_at: "2026-11-20T21:10:00Z",
    ...change,
  });

/** One donation per visible status, newest first. */
export const ALL_DONATIONS: readonly Donation[] = [
  {},
  { ...UNPAID_FIELDS, status: "pending", amount: 5000, total_coins: 50, character_name: "ТеньСевера" } as const,
  { status: "pending", coins_received: 0, credited_at: null, payment_method: "rapipago" } as const,
  {
    ...UNPAID_FIELDS,
    status: "failed",
    failure: "refused",
    amount: 25_000,
    payment_method: "debmaster",
  } as const,
  {
    status: "refunded",
    coins_received: 0,
    payment_method: "account_money",
    refunded_amount: 38_000,
    refunded_at: "2026-11-21T08:00:00Z",
  } as const,
  { coins_received: 209, refunded_amount: 19_000, refunded_at: "2026-11-21T08:00:00Z" },
  { disputed: true, payment_method: "master" },
].map((change, index) => listedDonation(index + 1, change));

export const donations = (...data: readonly Donation[]): Schemas["Donations"] => ({
  data: [...data],
  total: data.length,
});

export const delivery = (id: number, change: Partial<Delivery> = {}): Delivery => ({
  id,
  created_at: `2026-11-${String(20 - id).padStart(2, "0")}T21:08:00Z`,
  character_id: 1,
  character_name: "Thalendril",
  amount: 120,
  status: "delivered",
  delivered_at: "2026-11-20T21:12:00Z",
  saved_by: null,
  ...change,
});

export const deliveries = (...data: readonly Delivery[]): Schemas["Deliveries"] => ({
  data: [...data],
  total: data.length,
});

export const coins = (change: Partial<Schemas["Coins"]> = {}): Schemas["Coins"] => ({
  coin_name: "Fishi Coins",
  coin_item_id: 4037,
  total: 600,
  available: 500,
  in_transit: 0,
  held: 0,
  in_game: 100,
  pending_delivery: 500,
  debt: 0,
  can_send: true,
  sendable: change.available ?? 500,
  sendable_from: null,
  ...change,
});

export const ALL_DELIVERIES: readonly Delivery[] = [
  delivery(1, { status: "pending", delivered_at: null }),
  delivery(2, { status: "claimed", delivered_at: null }),
  delivery(3),
  delivery(4, { status: "cancelled", delivered_at: null, character_name: "ТеньСевера" }),
  delivery(5, { status: "stuck", delivered_at: null }),
  delivery(6, { amount: 7, saved_by: "time" }),
];

export const TAKEN_DELIVERIES: readonly Delivery[] = [
  delivery(7, { status: "given", delivered_at: null }),
  delivery(8, { status: "unconfirmed", delivered_at: null }),
];

/** Calculates like the service with its default settings. */
export function answerCalculation(route: Route) {
  const amount = Number(amountOf(route));
  const base_coins = Math.floor(amount / 100);
  const steps = PACKAGES.data.filter((choice) => choice.amount <= amount);
  const bonus_percentage = steps.at(-1)?.bonus_percentage ?? 0;
  const bonus_coins = Math.floor((base_coins * bonus_percentage) / 100);
  const json: Schemas["Calculation"] = {
    amount,
    base_coins,
    bonus_coins,
    total_coins: base_coins + bonus_coins,
    bonus_percentage,
  };
  return route.fulfill({ json });
}

export const amountOf = (route: Route) => new URL(route.request().url()).searchParams.get("amount");

/** Responds with each response in turn, then repeats the last; `calls` counts the requests. */
export function responseSequence(...responses: (object | ((route: Route) => unknown))[]) {
  const sequence = {
    calls: 0,
    respond: (route: Route) => {
      const next = responses[Math.min(sequence.calls, responses.length - 1)];
      sequence.calls += 1;
      return typeof next === "function" ? next(route) : route.fulfill({ json: next ?? {} });
    },
  };
  return sequence;
}

/** Opens the donations tab as the mock player, with an optional query string. */
export async function openDonations(page: Page, answers: Answers = {}, query = "") {
  await mockPlayer(page, {
    "/api/donations/packages": PACKAGES,
    [CHARACTERS]: { data: RECEIVERS },
    [CALCULATE]: answerCalculation,
    [HISTORY]: donations(),
    "/api/player/deliveries": deliveries(),
    "/api/player/coins": coins(),
    ...answers,
  });
  await page.goto(`/player?tab=donations${query}`);
}
