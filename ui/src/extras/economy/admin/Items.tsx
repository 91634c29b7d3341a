import * as text from "text:adminEconomy";
import * as game from "text:game";
import * as shared from "text:shared";
import { type Body, useAdmin } from "@admin/api/useAdmin";
import type { Column } from "@admin/parts/DataTable";
import { Filters } from "@admin/parts/Filters";
import { Panel } from "@admin/parts/Panel";
import { ReadTable } from "@admin/parts/ReadTable";
import { useFilters } from "@admin/parts/useFilters";
import { count, signed } from "@admin/players/format";
import { change } from "./change";
import { Owner } from "./Owner";

type Item = Body<"CountedItem">;

const COLUMNS: readonly Column<Item>[] = [
  { title: text.item, kind: "long", value: ({ item }) => item.name },
  { title: shared.quantity, kind: "leadNumber", value: ({ amount }) => count(amount) },
  {
    title: text.oneNight,
    kind: "number",
    value: ({ amount, night_before }) => (night_before == null ? "–" : signed(amount - night_before)),
  },
  { title: text.month, kind: "number", value: ({ amount, month_before }) => change(amount, month_before) },
  { title: text.holders, kind: "number", value: ({ holders }) => count(holders) },
  {
    title: text.sorts.largest,
    kind: "number",
    value: ({ largest, owner }) => (
      <>
        {count(largest)}
        {owner && (
          <small>
            <Owner owner={owner} />
          </small>
        )}
      </>
    ),
  },
  {
    title: text.sorts.enchant,
    kind: "number",
    value: ({ highest_enchant }) => (highest_enchant ? signed(highest_enchant) : "–"),
  },
];

/** The counted items; the filter and the order are in the address. */
export function Items() {
  const { filters, pick } = useFilters();
  const answer = useAdmin("/api/admin/economy/items", pick("text", "sort"), {
    keepPreviousData: true,
  });
  const { data } = answer;
  return (
    <Panel
      title={game.items}
      note={data && text.itemCount({ count: data.total })}
      footer={<span>{text.holdersMeaning}</span>}
    >
      <Filters
        inPanel
        search={{ name: "text", label: text.filter }}
        selects={[{ name: "sort", label: text.order, options: text.sorts }]}
      />
      <ReadTable
        answer={answer}
        emptyText={text.noItems}
        key={filters.toString()}
        caption={game.items}
        tight
        columns={COLUMNS}
        keyOf={({ item }) => item.id}
      />
    </Panel>
  );
}
