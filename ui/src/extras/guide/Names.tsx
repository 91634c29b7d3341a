import * as text from "text:guide";
import { Badge } from "@shared/components/Badge";
import { ItemTile } from "@shared/components/ItemTile";
import * as tile from "@shared/components/item-tile.module.css";
import { Link } from "@shared/components/Link";
import { formatNumber } from "@shared/format";
import type { ItemKind } from "@shared/itemNames";
import type { MonsterAnswer } from "./answers";
import * as css from "./names.module.css";
import { itemPath, monsterPath } from "./paths";

/** Slots of armor by its type. A slot chooses the drawing. */
const SLOTS: Readonly<Record<string, string>> = {
  Boots: "Feet",
  Cloak: "Cloak",
  Earring: "Ear",
  Gloves: "Gloves",
  "Hair accessory": "Hair",
  Helmet: "Head",
  Necklace: "Neck",
  Ring: "Finger",
  Shield: "Left hand",
  Underwear: "Shirt",
};

export const ItemDrawing = ({ item }: { item: ItemKind }) => (
  <ItemTile item={{ ...item, slot_name: SLOTS[item.type] ?? null }} />
);

/** An item's drawing, and its name in the colour of its grade, which leads to its page. */
export const ItemName = ({ item }: { item: ItemKind & { readonly item_id: number } }) => (
  <span className={`${tile.item} ${css.item}`} data-grade={item.grade}>
    <ItemDrawing item={item} />
    <Link className={css.name} to={itemPath(item.item_id)}>
      <bdi>{item.name}</bdi>
    </Link>
  </span>
);

interface GuideMonster {
  readonly monster_id: number;
  readonly name: string;
  readonly rank: MonsterAnswer["rank"];
}

export const MonsterName = ({ monster: { monster_id, name, rank } }: { monster: GuideMonster }) => (
  <span className={css.monster}>
    <Link className={css.name} to={monsterPath(monster_id)}>
      <bdi>{name}</bdi>
    </Link>
    <RankBadge rank={rank} />
  </span>
);

/** Ordinary monsters have none. */
export const RankBadge = ({ rank }: { rank: MonsterAnswer["rank"] }) =>
  rank !== "monster" && <Badge tone={rank === "grand" ? "gold" : "off"}>{text.ranks[rank]}</Badge>;

interface ItemLink {
  readonly item_id: number;
  readonly name: string;
  readonly count?: number;
}

/** Names of items that lead to their pages, with their counts. */
export const ItemLinks = ({ items }: { items: readonly ItemLink[] }) => (
  <span className={css.links}>
    {items.map(({ item_id, name, count }) => (
      <span key={item_id}>
        {count !== undefined && `${formatNumber(count)} × `}
        <Link to={itemPath(item_id)}>
          <bdi>{name}</bdi>
        </Link>
      </span>
    ))}
  </span>
);
