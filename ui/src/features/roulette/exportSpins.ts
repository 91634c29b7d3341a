import { get } from "@shared/api/client";
import { address } from "@shared/api/useGet";
import type { History, Spin, WheelTable } from "./queries";

const PAGE_SIZE = 100;
const COLUMNS = [
  "id",
  "timestamp",
  "prize_tier",
  "prize_won",
  "cost",
  "position",
  "wheel_version",
  "nonce",
  "client_seed",
  "server_seed_hash",
  "server_seed",
  "operator_verifiable",
] as const satisfies readonly (keyof Spin)[];

export type Format = "csv" | "json";

/** Saves all spins of the account, newest first, with the wheels they were drawn on in JSON. */
export async function exportSpins(format: Format): Promise<void> {
  const { spins, wheels } = await loadAllSpins();
  const text = format === "json" ? JSON.stringify({ spins, wheels }, null, 2) : csvOf(spins);
  save(text, `spins.${format}`, format === "json" ? "application/json" : "text/csv");
}

async function loadAllSpins() {
  const spins: Spin[] = [];
  const wheels = new Map<number, WheelTable>();
  for (;;) {
    const page = await get<History>(address("/api/roulette/history", { limit: PAGE_SIZE, before: spins.at(-1)?.id }));
    spins.push(...page.spins);
    for (const wheel of page.wheels) wheels.set(wheel.wheel_version, wheel);
    if (page.spins.length < PAGE_SIZE) return { spins, wheels: [...wheels.values()] };
  }
}

/** No value holds a comma, a quote or a line break. */
function csvOf(spins: readonly Spin[]): string {
  const rows = spins.map((spin) => COLUMNS.map((name) => spin[name] ?? "").join(","));
  return [COLUMNS.join(","), ...rows, ""].join("\r\n");
}

function save(text: string, name: string, type: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type }));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}
