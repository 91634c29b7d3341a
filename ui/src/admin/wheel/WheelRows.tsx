import * as players from "text:adminPlayers";
import * as text from "text:adminWheel";
import * as shared from "text:shared";
import { type Body, type Query, useAdmin } from "../api/useAdmin";
import { AccountLink } from "../parts/AccountLink";
import type { Column } from "../parts/DataTable";
import { formatMoment } from "../parts/moment";
import { Panel } from "../parts/Panel";
import { ReadTable } from "../parts/ReadTable";
import * as typography from "../parts/typography.module.css";
import { useFilters } from "../parts/useFilters";
import { useInView } from "../parts/useInView";
import { usePages } from "../parts/usePages";
import { count, signed } from "../players/format";

type Entry = Body<"HouseEntry">;
type Spin = Body<"ListedSpin">;

const KINDS: Readonly<Record<string, string>> = players.transfers;
const PLAYER = /^(wallet|hold|debt):(.+)$/;
const moment = (at: string) => formatMoment(new Date(at), new Date());

const ENTRIES: readonly Column<Entry>[] = [
  { title: shared.when, value: ({ at }) => moment(at) },
  { title: shared.what, value: ({ kind }) => KINDS[kind] ?? kind },
  { title: shared.player, kind: "long", value: ({ account }) => <OtherSide account={account} /> },
  {
    title: players.cause,
    kind: "long",
    value: ({ reference }) => <span className={typography.mono}>{reference}</span>,
  },
  { title: shared.coins, kind: "leadNumber", value: ({ amount }) => signed(amount) },
];

const SPINS: readonly Column<Spin>[] = [
  { title: shared.spin, value: ({ id }) => id },
  { title: shared.when, value: ({ at }) => moment(at) },
  { title: shared.player, kind: "long", value: ({ account }) => <AccountLink login={account} /> },
  { title: players.cost, kind: "number", value: ({ cost }) => count(cost) },
  { title: shared.prize, kind: "leadNumber", value: ({ prize }) => count(prize) },
];

function OtherSide({ account }: { account: string | null }) {
  const login = PLAYER.exec(account ?? "")?.[2];
  return login ? <AccountLink login={login} /> : (account ?? "–");
}

/** The rows of the figure that the address names: entries of a house account, or spins with a prize. */
export function WheelRows() {
  const { filters, pick } = useFilters();
  const account = filters.get("account");
  const ref = useInView(filters.toString());
  if (account)
    return (
      <div ref={ref}>
        <Entries account={account} query={pick("account", "before")} />
      </div>
    );
  if (!filters.has("prize")) return null;
  return (
    <div ref={ref}>
      <Spins query={pick("version", "tier", "prize", "before")} />
    </div>
  );
}

function Entries({ account, query }: { account: string; query: Partial<Query<"/api/admin/entries">> }) {
  const answer = useAdmin("/api/admin/entries", query, { keepPreviousData: true });
  const pages = usePages(answer.data?.next);
  return (
    <Panel title={`${text.entries}: ${account}`} footer={pages}>
      <ReadTable<Entry>
        answer={answer}
        showsAll
        caption={text.entries}
        emptyText={players.noEntries}
        columns={ENTRIES}
        keyOf={({ transfer }) => transfer}
      />
    </Panel>
  );
}

function Spins({ query }: { query: Partial<Query<"/api/admin/spins">> }) {
  const answer = useAdmin("/api/admin/spins", query, { keepPreviousData: true });
  const pages = usePages(answer.data?.next);
  const { version, tier, prize } = query as Required<Query<"/api/admin/spins">>;
  return (
    <Panel
      title={`${shared.spins}: ${text.tiers[tier]} · ${count(Number(prize))}`}
      note={text.wheel({ version: String(version) })}
      footer={pages}
    >
      <ReadTable<Spin>
        answer={answer}
        showsAll
        caption={shared.spins}
        emptyText={answer.data?.next ? text.noneHere : players.noSpins}
        columns={SPINS}
        keyOf={({ id }) => id}
      />
    </Panel>
  );
}
