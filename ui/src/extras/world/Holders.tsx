import * as game from "text:game";
import * as text from "text:places";
import * as shared from "text:shared";
import { LocalTime } from "@shared/components/LocalTime";
import { Panel } from "@shared/components/Panel";
import { SectionHead } from "@shared/components/SectionHead";
import { Table } from "@shared/components/Table";
import { formatShortDay } from "@shared/dates";
import { formatNumber } from "@shared/format";
import { formatPlaytime } from "@shared/shortDurations";
import { Clan } from "./Clan";
import type { CastleAnswer } from "./places";
import * as css from "./places.module.css";
import { ShareBar } from "./ShareBar";

const REIGNS = 8;

/** How long each clan has held the castle, and its owners one after the other. */
export function Holders({ page: { holders, reigns } }: { page: CastleAnswer }) {
  const max = Math.max(1, ...holders.map(({ seconds }) => seconds));
  return (
    <section aria-labelledby="holders">
      <SectionHead title={text.holders} id="holders" />
      <div className={css.halves}>
        <Panel padded>
          {holders.length > 0 ? (
            <Table
              cards={false}
              caption={text.holders}
              rows={holders}
              keyOf={({ clan }) => clan.clan_id}
              columns={[
                { name: game.clan, show: ({ clan }) => <Clan clan={clan} /> },
                {
                  name: shared.part,
                  hidden: true,
                  className: css.barCell,
                  show: ({ seconds }) => <ShareBar share={seconds / max} />,
                },
                { name: text.times, end: true, show: (row) => formatNumber(row.reigns) },
                { name: text.heldTime, end: true, show: ({ seconds }) => formatPlaytime(Math.max(60, seconds)) },
              ]}
            />
          ) : (
            <p className={css.muted}>{text.noHolders}</p>
          )}
        </Panel>
        <Panel padded>
          <Table
            cards={false}
            caption={text.reigns}
            rows={reigns.slice(0, REIGNS)}
            keyOf={({ held_from }) => held_from ?? ""}
            columns={[
              { name: game.clanOwner, className: css.owner, show: ({ clan }) => <Clan clan={clan} /> },
              {
                name: text.from,
                end: true,
                show: ({ held_from }) =>
                  held_from ? <LocalTime at={held_from} format={formatShortDay} /> : text.beforeTracking,
              },
              {
                name: text.until,
                end: true,
                show: ({ held_until }) =>
                  held_until ? <LocalTime at={held_until} format={formatShortDay} /> : text.today,
              },
            ]}
          />
        </Panel>
      </div>
    </section>
  );
}
