import * as game from "text:game";
import * as text from "text:guide";
import * as inventory from "text:inventory";
import * as rankings from "text:rankings";
import { EmptyState } from "@shared/components/EmptyState";
import { Pager, PastLastPage } from "@shared/components/Pager";
import type { Column } from "@shared/components/Table";
import { formatNumber } from "@shared/format";
import { gradeOf } from "@shared/itemNames";
import type { GuideAnswer } from "./answers";
import { below, first, GuideTable, wide } from "./GuideTable";
import * as css from "./guide.module.css";
import { ItemName, MonsterName } from "./Names";
import { searchOf, type View } from "./view";

const itemsTitle = (view: View, count: number) =>
  view.kind === "category"
    ? text.itemsOfKind({ kind: inventory.categories[view.category], count })
    : text.itemsFound({ count });

const monstersTitle = (view: View, count: number) =>
  view.kind === "level" ? text.monstersOfLevel({ level: String(view.level), count }) : text.monstersFound({ count });

/** The list stands above the links that choose it. */
export const showList = () => window.scrollTo(0, 0);

/** The items and monsters of a view, page by page; nothing for the entrance itself. */
export function GuideList({ view, answer }: { view: View; answer: GuideAnswer }) {
  const { items, monsters, item_total: itemTotal, monster_total: monsterTotal, page_size: size } = answer;
  const total = Math.max(itemTotal, monsterTotal);
  if (view.kind === "all") return null;
  if (total === 0) return <EmptyState title={text.noMatch}>{text.noMatchText}</EmptyState>;
  const offset = (view.page - 1) * size;
  const pages = Math.ceil(total / size);
  const shown = Math.max(items.length, monsters.length);
  if (shown === 0 && answer.page > pages)
    return <PastLastPage to={{ search: searchOf({ ...view, page: pages }) }} pages={pages} />;
  return (
    <div className={css.list}>
      <GuideTable title={itemsTitle(view, itemTotal)} rows={items} columns={ITEMS} />
      <GuideTable title={monstersTitle(view, monsterTotal)} rows={monsters} columns={MONSTERS} />
      {total > size && (
        <Pager
          label={text.pages}
          page={view.page}
          pages={pages}
          onOpen={showList}
          hrefOf={(page) => ({ search: searchOf({ ...view, page }) })}
          withWords
        >
          <p role="status">
            {rankings.showing({
              range: `${formatNumber(shown && offset + 1)}-${formatNumber(offset + shown)}`,
              total: formatNumber(total),
            })}
          </p>
        </Pager>
      )}
    </div>
  );
}

const ITEMS: readonly Column<GuideAnswer["items"][number]>[] = [
  {
    name: text.item,
    show: ({ id, ...item }) => <ItemName item={{ ...item, item_id: id }} />,
  },
  { name: inventory.category, className: wide, show: ({ category }) => inventory.categories[category] },
  {
    name: inventory.grade,
    end: true,
    className: first,
    show: (item) => gradeOf(item) ?? inventory.noGrade,
  },
];

const MONSTERS: readonly Column<GuideAnswer["monsters"][number]>[] = [
  {
    name: text.monster,
    show: ({ id, name, rank }) => <MonsterName monster={{ monster_id: id, name, rank }} />,
  },
  { name: game.level, end: true, className: below, show: ({ level }) => level },
];
