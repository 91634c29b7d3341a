import * as text from "text:guide";
import { Badge } from "@shared/components/Badge";
import * as tile from "@shared/components/item-tile.module.css";
import { Link } from "@shared/components/Link";
import { formatNumber } from "@shared/format";
import type { ItemAnswer, MonsterAnswer } from "./answers";
import * as css from "./names.module.css";
import { itemPath, monsterPath } from "./paths";

interface GuideItem {
  readonly item_id: number;
  readonly name: string;
  readonly grade: ItemAnswer["grade"];
}

/** An item's name in the colour of its grade; it leads to its page. */
export const ItemName = ({ item: { item_id, name, grade } }: { item: GuideItem }) => (
  <span className={tile.item} data-grade={grade}>
    <Link className={css.name} to={itemPath(item_id)}>
      <bdi>{name}</bdi>
    </Link>
  </span>
);

interface GuideMonster {
  readonly monster_id: number;
  readonly name: string;
  readonly rank: MonsterAnswer["rank"];
}

export const MonsterName = ({ monster: { monster_id, name, rank } }: { monster: GuideMonster }) => (
  <span>
    <Link className={css.name} to={monsterPath(monster_id)}>
      <bdi>{name}</bdi>
    </Link>{" "}
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
