import { saveFile } from "@shared/saveFile";
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
  const type = format === "json" ? "application/json" : "text/csv";
  saveFile(new Blob([text], { type }), `spins.${format}`);
}

/** No value holds a comma, a quote or a line break. */
function csvOf(spins: readonly Spin[]): string {
  const rows = spins.map((spin) => COLUMNS.map((name) => spin[name] ?? "").join(","));
  return [COLUMNS.join(","), ...rows, ""].join("\r\n");
}
