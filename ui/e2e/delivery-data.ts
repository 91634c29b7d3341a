/** Donations, deliveries and coins of the mock player, in states that no demo account has. */
import type { Route } from "@playwright/test";
import type { components } from "../src/shared/api/schema";

type Schemas = components["schemas"];
export type Donation = Schemas["DonationRow"];
export type Delivery = Schemas["Delivery"];

export const donation = (id: number, change: Partial<Donation> = {}): Donation => ({
  id: `00000000-0000-4000-8000-${String(id).padStart(12, "0")}`,
  created_at: `2026-11-${String(20 - id).padStart(2, "0")}T21:08:00Z`,
  amount: 38_000,
  payment_method: "visa",
  status: "completed",
  coins_received: 418,
  total_coins: 418,
  character_name: "Thalendril",
  paid_at: "2026-11-20T21:09:00Z",
  credited_at: "2026-11-20T21:10:00Z",
  refunded_amount: 0,
  refunded_at: null,
  disputed: false,
  ...change,
});

const NOTHING = { coins_received: 0, paid_at: null, credited_at: null, payment_method: null };

/** One donation per visible status, newest first. */
export const ALL_STATES: readonly Donation[] = [
  donation(1),
  donation(2, { ...NOTHING, status: "pending", amount: 5000, total_coins: 50, character_name: "ТеньСевера" }),
  donation(3, { status: "pending", coins_received: 0, credited_at: null, payment_method: "rapipago" }),
  donation(4, { ...NOTHING, status: "failed", amount: 25_000, payment_method: "debmaster" }),
  donation(5, {
    status: "refunded",
    coins_received: 0,
    payment_method: "account_money",
    refunded_amount: 38_000,
    refunded_at: "2026-11-21T08:00:00Z",
  }),
  donation(6, { coins_received: 209, refunded_amount: 19_000, refunded_at: "2026-11-21T08:00:00Z" }),
  donation(7, { disputed: true, payment_method: "master" }),
];

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
  ...change,
});

export const RECEIVERS: Schemas["Receivers"] = {
  data: [
    { id: 1, name: "Thalendril", level: 78, class_id: 24 },
    { id: 2, name: "ТеньСевера", level: 63, class_id: 36 },
  ],
};

const PACKAGES: Schemas["Packages"] = {
  enabled: true,
  data: [{ amount: 5000, coins: 50, bonus_percentage: 0 }],
  min_amount: 5000,
  max_amount: 100_000,
  step: 1000,
  default_amount: 5000,
  currency: "ARS",
  coin_name: "Fishi Coins",
};

/** Default responses for the requests of the donations tab. */
export const DEFAULT_RESPONSES: Readonly<Record<string, object | ((route: Route) => unknown)>> = {
  "/api/donations/packages": PACKAGES,
  "/api/donations/calculate": { amount: 5000, base_coins: 50, bonus_coins: 0, total_coins: 50, bonus_percentage: 0 },
  "/api/donations/characters": RECEIVERS,
  "/api/player/coins": coins(),
  "/api/player/donations": donations(),
  "/api/player/deliveries": deliveries(),
};
