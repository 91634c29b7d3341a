import * as text from "text:adminWheel";
import * as shared from "text:shared";
import { LANGUAGE } from "@shared/format";
import { Link } from "react-router-dom";
import type { Body } from "../api/useAdmin";
import { AccountLink } from "../parts/AccountLink";
import { type Column, DataTable } from "../parts/DataTable";
import { FactList } from "../parts/FactList";
import * as layout from "../parts/layout.module.css";
import { Panel } from "../parts/Panel";
import { count } from "../players/format";

type Wheel = Body<"MeasuredWheel">;
type Prize = Body<"MeasuredPrize">;
type Winner = Body<"UnusualWinner">;

const UNUSUAL = 5;
const percent = new Intl.NumberFormat(LANGUAGE, { style: "percent", maximumFractionDigits: 2 });
const sigma = new Intl.NumberFormat(LANGUAGE, { maximumFractionDigits: 1, signDisplay: "exceptZero" });
const sigmas = (value: number) => `${sigma.format(value)} σ`;

const prizesOf = (version: number | null): readonly Column<Prize>[] => [
  { title: shared.prize, value: ({ tier, prize }) => `${text.tiers[tier]} · ${count(prize)}` },
  { title: text.stated, kind: "number", value: ({ chance }) => percent.format(chance) },
  { title: text.measured, kind: "number", value: ({ share }) => percent.format(share) },
  { title: shared.spins, kind: "number", value: (row) => <SpinsLink version={version} prize={row} /> },
  { title: text.off, kind: "leadNumber", value: (row) => sigmas(row.sigmas) },
];

const WINNERS: readonly Column<Winner>[] = [
  { title: shared.player, value: ({ account }) => <AccountLink login={account} /> },
  { title: shared.spins, kind: "number", value: ({ spins }) => count(spins) },
  { title: shared.won, kind: "number", value: ({ won }) => count(won) },
  { title: text.expected, kind: "number", value: ({ expected }) => count(Math.round(expected)) },
  { title: text.off, kind: "leadNumber", value: (row) => sigmas(row.sigmas) },
];

function SpinsLink({ version, prize: { tier, prize, spins } }: { version: number | null; prize: Prize }) {
  if (!version || !spins) return count(spins);
  const address = new URLSearchParams({ version: String(version), tier, prize: String(prize) });
  return (
    <Link to={`?${address}`} preventScrollReset>
      {count(spins)}
    </Link>
  );
}

/** One version of the wheel: what it states, what came, and who won beyond chance. */
export function MeasuredWheel({ wheel }: { wheel: Wheel }) {
  const name = wheel.version == null ? text.configured : text.wheel({ version: String(wheel.version) });
  return (
    <Panel title={wheel.is_current ? `${name} · ${text.current}` : name} note={text.spinCount({ count: wheel.spins })}>
      <FactList
        inPanel
        facts={[
          [text.cost, count(wheel.spin_cost)],
          [
            text.givesBack,
            text.statedAndMeasured({
              stated: percent.format(wheel.stated),
              measured: wheel.measured == null ? "–" : percent.format(wheel.measured),
            }),
          ],
        ]}
      />
      <DataTable
        caption={name}
        columns={prizesOf(wheel.version)}
        rows={wheel.prizes}
        keyOf={({ tier, prize }) => `${tier} ${prize}`}
        rowTone={(row) => (Math.abs(row.sigmas) > UNUSUAL ? "bad" : undefined)}
      />
      <h3 className={layout.body}>{text.unusual}</h3>
      <DataTable
        emptyText={text.noUnusual}
        caption={`${text.unusual}, ${name}`}
        columns={WINNERS}
        rows={wheel.winners}
        keyOf={({ account }) => account}
        rowTone={() => "bad"}
      />
    </Panel>
  );
}
