import { get, getFresh } from "@shared/api/client";
import { type Answer, address, useGet } from "@shared/api/useGet";
import { refreshMoney } from "@shared/stores/refresh";
import useSWR, { mutate } from "swr";

export type Config = Answer<"/api/roulette/config">;
export type Slot = Config["slots"][number];
export type Tier = Slot["prize_tier"];
export type Stats = Answer<"/api/roulette/stats">;
export type History = Answer<"/api/roulette/history">;
export type Spin = History["spins"][number];
export type WheelTable = History["wheels"][number];
export type Cooldown = Answer<"/api/roulette/cooldown">;
export type Fairness = Answer<"/api/roulette/fairness">;

const HISTORY_LIMIT = 10;
const PAGE_SIZE = 100;
const MINUTE_MS = 60_000;
const RELOAD_TIMEOUT_MS = 2000;
const CONFIG = "/api/roulette/config";
const HISTORY = "/api/roulette/history";
/** Key of all pages of the history together, which are read again only when a seed is revealed. */
const ALL_SPINS = "/api/roulette/all-spins";
export const COOLDOWN = "/api/roulette/cooldown";
export const FAIRNESS = "/api/roulette/fairness";

export const useConfig = () => useGet(CONFIG);
export const useStats = () => useGet("/api/roulette/stats");
export const useSpins = () => useGet(HISTORY, { limit: HISTORY_LIMIT });
export const useFairness = () => useGet(FAIRNESS);
export const useCoins = () => useGet("/api/player/coins");

/** Polled while the daily limit blocks spins: the limit resets at the server's midnight. */
export const useCooldown = () =>
  useGet(COOLDOWN, undefined, {
    refreshInterval: (latest) => (latest?.reason === "daily_limit" ? MINUTE_MS : 0),
  });

/** All spins of the account, newest first, loaded on demand. */
export const useAllSpins = (enabled: boolean) =>
  useSWR<Omit<History, "total">, Error>(enabled ? ALL_SPINS : null, loadAllSpins);

export async function loadAllSpins() {
  const spins: Spin[] = [];
  const wheels = new Map<number, WheelTable>();
  for (;;) {
    const page = await get<History>(address(HISTORY, { limit: PAGE_SIZE, before: spins.at(-1)?.id }));
    spins.push(...page.spins);
    for (const wheel of page.wheels) wheels.set(wheel.wheel_version, wheel);
    if (page.spins.length < PAGE_SIZE) return { spins, wheels: [...wheels.values()] };
  }
}

export const refreshSpins = () =>
  mutate((key) => typeof key === "string" && (key.startsWith(HISTORY) || key === ALL_SPINS));

/** Reloads everything that a spin changes. */
export function refreshWheel(): void {
  const paths = ["/api/roulette/stats", HISTORY, COOLDOWN, FAIRNESS];
  void mutate((key) => typeof key === "string" && paths.some((path) => key.startsWith(path)));
  refreshMoney();
}

const wheelPath = (version: number) => `/api/roulette/wheels/${version}`;

/** Puts another wheel, with its cost, in the place of the latest one. */
const withWheel = (config: Config, { wheel_version, slots, spin_cost }: WheelTable): Config => ({
  ...config,
  wheel_version,
  slots,
  spin_cost: spin_cost ?? config.spin_cost,
});

/** Returns the wheel of the player's own seeds; the latest one if the seeds are unknown; undefined while it loads. */
export function useOwnWheel(config: Config | undefined, fairness: Fairness | undefined): Config | undefined {
  const version = fairness?.wheel_version;
  const isLatest = !config || version === undefined || version === config.wheel_version;
  const { data } = useSWR<WheelTable, Error>(isLatest ? null : wheelPath(version));
  if (isLatest) return config;
  return data && withWheel(config, data);
}

/** Loads the wheel that was spun, with its seeds; returns the shown one if that fails or takes too long. */
export async function loadSpunWheel(currentWheel: Config, version: number): Promise<Config> {
  try {
    const [wheel, fairness] = await Promise.all([
      getFresh<WheelTable>(wheelPath(version), RELOAD_TIMEOUT_MS),
      getFresh<Fairness>(FAIRNESS, RELOAD_TIMEOUT_MS),
    ]);
    void mutate<WheelTable>(wheelPath(version), wheel, { revalidate: false });
    void mutate<Fairness>(FAIRNESS, fairness, { revalidate: false });
    return withWheel(currentWheel, wheel);
  } catch {
    return currentWheel;
  }
}
