import { loadAllSpins, type Spin } from "./queries";

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
