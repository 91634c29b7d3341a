import * as text from "text:market";
import * as shared from "text:shared";
import { Badge } from "@shared/components/Badge";
import { CharacterName } from "@shared/components/CharacterName";
import { Link } from "@shared/components/Link";
import { PanelTable } from "@shared/components/PanelTable";
import { SubjectActions } from "@shared/components/SubjectActions";
import type { Column } from "@shared/components/Table";
import { formatNumber } from "@shared/format";
import { itemPath, nameOf, type Offer } from "./answers";
import * as css from "./market.module.css";

const ITEM: Column<Offer> = {
  name: text.item,
  show: (offer) => (
    <span className={css.item}>
      <Link to={itemPath(offer.item_id)} className={css.link}>
        {nameOf(offer)}
      </Link>
      <span className={css.actions}>
        <SubjectActions kind="item" id={offer.item_id} name={offer.item_name} />
      </span>
      {offer.kind === "package" && <Badge tone="off">{text.asSet}</Badge>}
    </span>
  ),
};

/** On the item's own page: what differs from offer to offer. */
const ENCHANT: Column<Offer> = {
  name: text.item,
  show: (offer) => (
    <span className={css.item}>
      {nameOf(offer)}
      {offer.kind === "package" && <Badge tone="off">{text.asSet}</Badge>}
    </span>
  ),
};

const COLUMNS: readonly Column<Offer>[] = [
  {
    name: text.price,
    end: true,
    show: ({ price, amount }) => (
      <span className={css.stacked}>
        <b className={css.price}>{formatNumber(price)}</b>
        <small>{text.pieces({ count: amount })}</small>
      </span>
    ),
  },
  {
    name: text.shop,
    end: true,
    show: ({ town, seller }) => (
      <span className={css.stacked}>
        {town}
        <small>{seller ? <CharacterName {...seller} /> : shared.notKnown}</small>
      </span>
    ),
  },
];

interface OffersProps {
  title: string;
  offers: readonly Offer[];
  isOfItem?: boolean;
  limit?: number;
}

/** Offers with price, amount, town and seller. */
export const Offers = ({ title, offers, isOfItem = false, limit }: OffersProps) => (
  <PanelTable
    title={title}
    rows={offers}
    columns={[isOfItem ? ENCHANT : ITEM, ...COLUMNS]}
    keyOf={(offer) => offers.indexOf(offer)}
    {...(limit && { limit })}
  />
);
