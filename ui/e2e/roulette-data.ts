/** Mock responses of the roulette, for transient states and for those that no demo account has. */
import type { Page, Route } from "@playwright/test";
import { commitmentOf, draw } from "../src/features/roulette/fairness";
import type { components } from "../src/shared/api/schema";
import { mockPlayer } from "./player-data";

type Schemas = components["schemas"];
type Slot = Schemas["RouletteSlot"];
export type Spin = Schemas["RouletteSpin"];
export type Cooldown = Schemas["RouletteCooldown"];
type Answers = NonNullable<Parameters<typeof mockPlayer>[1]>;

export const CONFIG = "/api/roulette/config";
export const SPIN = "/api/roulette/spin";
const STATS = "/api/roulette/stats";
export const HISTORY = "/api/roulette/history";
export const COOLDOWN = "/api/roulette/cooldown";
export const FAIRNESS = "/api/roulette/fairness";
export const CLIENT_SEED = "/api/roulette/fairness/client-seed";
export const WHEEL_4 = "/api/roulette/wheels/4";
export const ROTATE = "/api/roulette/fairness/rotate";

/** The service's default wheel: tier, prize, weight. */
const WHEEL = [
  ["JACKPOT", 500, 10],
  ["TINY_WIN", 3, 1400],
  ["SMALL_WIN", 7, 1200],
  ["MEDIUM_WIN", 15, 750],
  ["TINY_WIN", 3, 1400],
  ["GOOD_WIN", 30, 300],
  ["BIG_WIN", 100, 90],
  ["TINY_WIN", 3, 1400],
  ["SMALL_WIN", 7, 1200],
  ["MEDIUM_WIN", 15, 750],
  ["SMALL_WIN", 7, 1200],
  ["GOOD_WIN", 30, 300],
] as const;

export const WEIGHTS = WHEEL.map(([, , weight]) => weight);

export const SLOTS: Slot[] = WHEEL.map(([prize_tier, prize_amount, weight], position) => ({
  position,
  prize_tier,
  icon: `tier-${prize_tier.replace("_WIN", "").toLowerCase()}`,
  prize_amount,
  weight,
  probability: weight / 10_000,
}));

export const config = (change: Partial<Schemas["RouletteConfig"]> = {}): Schemas["RouletteConfig"] => ({
  enabled: true,
  spin_cost: 10,
  max_daily_spins: 10,
  cooldown_seconds: 30,
  wheel_version: 3,
  slots: SLOTS,
  ...change,
});

export const cooldown = (change: Partial<Cooldown> = {}): Cooldown => ({
  can_spin: true,
  reason: null,
  cooldown_remaining: 0,
  daily_spins_used: 2,
  daily_spins_left: 8,
  ...change,
});

export const COOLING = cooldown({ can_spin: false, reason: "cooldown", cooldown_remaining: 65 });

export const result = (position: number): Schemas["SpinResult"] => ({
  success: true,
  message: "You won.",
  slot_result: position,
  prize_tier: SLOTS[position]?.prize_tier ?? null,
  prize_amount: SLOTS[position]?.prize_amount ?? null,
  spin_id: "7-4",
  balance: 1510,
  wheel_version: 3,
});

export const SEEDS = { serverSeed: "0".repeat(64), clientSeed: "client", nonce: 0 };

/** Returns a spin record as the service would store it. */
export async function spinRecord(change: Partial<Spin> = {}): Promise<Spin> {
  const { position } = await draw({ ...SEEDS, nonce: change.nonce ?? 0 }, WEIGHTS);
  const slot = SLOTS[position];
  if (!slot) throw new Error("no such slot");
  return {
    id: `6-${change.nonce ?? 0}`,
    prize_tier: slot.prize_tier,
    prize_won: slot.prize_amount,
    timestamp: "2026-11-20T21:08:00Z",
    position,
    cost: 10,
    nonce: 0,
    client_seed: SEEDS.clientSeed,
    server_seed_hash: await commitmentOf(SEEDS.serverSeed),
    wheel_version: 3,
    operator_verifiable: true,
    server_seed: SEEDS.serverSeed,
    ...change,
  };
}

export const history = (...spins: Spin[]): Schemas["RouletteHistory"] => ({
  spins,
  total: spins.length,
  wheels: [{ wheel_version: 3, slots: SLOTS, spin_cost: 10 }],
});

const STATISTICS: Schemas["RouletteStats"] = {
  total_spins: 148,
  total_spent: 1480,
  total_won: 1233,
  net_result: -247,
  biggest_win: 100,
};

export const PAIR: Schemas["RouletteFairness"] = {
  server_seed_hash: "c6c1c9a9c8543f1e4cd980064cf1625eeb61a90703b2464fff039f21682508b3",
  next_server_seed_hash: "ebcdd5d079e145908bedd6af08e16a64ca383f38f40c22a8670853132a6b799f",
  client_seed: "moon-over-giran",
  nonce: 4,
  wheel_version: 3,
  next_wheel_version: 3,
  latest_wheel_version: 3,
  operator_verifiable: true,
};

const COINS = {
  coin_name: "Fishi Coins",
  total: 1500,
  available: 1500,
  sendable: 1500,
  in_transit: 0,
  can_send: false,
};

/** Opens the roulette tab as the mock player. */
export async function openRoulette(page: Page, answers: Answers = {}) {
  await mockPlayer(page, {
    [CONFIG]: config(),
    [STATS]: STATISTICS,
    [HISTORY]: history(),
    [COOLDOWN]: cooldown(),
    [FAIRNESS]: PAIR,
    "/api/player/coins": COINS,
    ...answers,
  });
  await page.goto("/player?tab=roulette");
}

/** Mocks the spin endpoint with the current `respond` and records the idempotency keys. */
export function mockSpin(position = 5) {
  const spinApi = {
    keys: [] as (string | undefined)[],
    respond: ((route) => route.fulfill({ json: result(position) })) as (route: Route) => unknown,
    route: (route: Route) => {
      spinApi.keys.push(route.request().headers()["idempotency-key"]);
      return spinApi.respond(route);
    },
  };
  return spinApi;
}

export const panel = (page: Page) => page.getByRole("region", { name: "Spin", exact: true });
export const spinButton = (page: Page) => panel(page).getByRole("button").first();
