import * as text from "text:adminPlayers";
import * as shared from "text:shared";
import type { Body } from "../api/useAdmin";
import { type Column, DataTable } from "../parts/DataTable";
import { Panel } from "../parts/Panel";
import { State, type Tone } from "../parts/States";
import { count, moment } from "./format";
import type { AccountProps } from "./types";

type Row = Body<"PlayerSpin">;

const TONES: Readonly<Record<Row["redraw"], Tone>> = { matches: "good", differs: "bad", sealed: "off" };
const COLUMNS: readonly Column<Row>[] = [
  { title: shared.spin, value: ({ id }) => id },
  { title: shared.when, value: ({ at }) => moment(at) },
  { title: text.cost, kind: "number", value: ({ cost }) => count(cost) },
  { title: text.won, kind: "leadNumber", value: ({ prize }) => count(prize) },
  { title: text.tier, value: ({ prize_tier }) => prize_tier },
  { title: text.redrawn, value: ({ redraw }) => <State tone={TONES[redraw]}>{text.redraws[redraw]}</State> },
];

/** The latest spins, each drawn again from its recorded inputs. */
export function Spins({ account: { spins, roulette } }: AccountProps) {
  return (
    <Panel title={<span id="spins">{text.spins}</span>} note={roulette.total_spins || undefined}>
      <DataTable emptyText={text.noSpins} caption={text.spins} columns={COLUMNS} rows={spins} keyOf={({ id }) => id} />
    </Panel>
  );
}
