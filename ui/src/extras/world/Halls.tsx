import * as game from "text:game";
import * as shared from "text:shared";
import * as text from "text:world";
import { type Answer, useGet } from "@shared/api/useGet";
import { formatAppointment } from "@shared/appointment";
import { LocalTime } from "@shared/components/LocalTime";
import { PanelTable } from "@shared/components/PanelTable";
import { Segments } from "@shared/components/Segments";
import type { Column } from "@shared/components/Table";
import { formatShortDay } from "@shared/dates";
import { formatNumber } from "@shared/format";
import * as utility from "@shared/styles/utility.module.css";
import { useSearchParams } from "react-router-dom";
import { Clan } from "./Clan";
import { WorldBlock } from "./WorldBlock";
import * as css from "./world.module.css";

type Hall = Answer<"/api/world/halls">["data"][number];

const KINDS = {
  all: () => true,
  sale: ({ auction_ends_at }: Hall) => auction_ends_at !== null,
  siege: ({ kind }: Hall) => kind === "siege",
  free: ({ owner }: Hall) => owner === null,
} as const;
type Kind = keyof typeof KINDS;
const NAMES = Object.keys(KINDS) as Kind[];

export const Halls = () => (
  <WorldBlock answer={useGet("/api/world/halls")}>{({ data }) => <LoadedHalls halls={data} />}</WorldBlock>
);

function LoadedHalls({ halls }: { halls: readonly Hall[] }) {
  const [query] = useSearchParams();
  const kind = NAMES.find((name) => name === query.get("kind")) ?? "all";
  const segments = NAMES.map((id) => ({ id, label: text.hallKinds[id], count: halls.filter(KINDS[id]).length }));
  return (
    <>
      <div className={css.row}>
        <Segments label={shared.kind} name="kind" segments={segments} current={kind} />
      </div>
      <PanelTable title={text.blocks.halls} rows={halls.filter(KINDS[kind])} keyOf={({ id }) => id} columns={COLUMNS} />
    </>
  );
}

const COLUMNS: readonly Column<Hall>[] = [
  { name: text.hall, show: (hall) => <Name hall={hall} /> },
  { name: game.clanOwner, show: ({ owner }) => <Clan clan={owner} /> },
  { name: text.next, show: (hall) => <Next hall={hall} /> },
  { name: text.noteColumn, show: (hall) => <Note hall={hall} /> },
];

const Name = ({ hall: { name, town, kind } }: { hall: Hall }) => (
  <span className={css.place}>
    {name}
    <small>{[town, text.kinds[kind]].filter(Boolean).join(" · ")}</small>
  </span>
);

const At = ({ at }: { at: string }) => (
  <span className={css.line}>
    <LocalTime at={at} format={formatAppointment} />
  </span>
);

function Next({ hall: { kind, owner, siege_at, auction_ends_at } }: { hall: Hall }) {
  if (siege_at) return text.siegeAt({ time: <At at={siege_at} /> });
  if (auction_ends_at) return text.auctionEnds({ time: <At at={auction_ends_at} /> });
  const unknown = owner ? text.notForSale : text.noAuction;
  return <span className={utility.muted}>{kind === "auction" ? unknown : text.noDate}</span>;
}

function Note({ hall: { auction_ends_at, bids, starting_bid, paid_until, registered } }: { hall: Hall }) {
  if (registered.length > 0)
    return (
      <span className={css.registered}>
        {text.registered}
        {registered.map((clan) => (
          <Clan key={clan.clan_id} clan={clan} />
        ))}
      </span>
    );
  if (auction_ends_at)
    return [text.bids({ count: bids }), starting_bid !== null && text.lowestBid({ amount: formatNumber(starting_bid) })]
      .filter(Boolean)
      .join(", ");
  return paid_until ? text.paidUntil({ day: <LocalTime at={paid_until} format={formatShortDay} /> }) : "–";
}
