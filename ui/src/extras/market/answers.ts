import type { Answer, Query } from "@shared/api/useGet";

export type Page = Answer<"/api/market">;
export type Offer = Page["data"][number];
export type Item = Answer<"/api/market/items/{item}">;
export type PriceDay = Item["days"][number];
type Search = Query<"/api/market">;

const FORMS = {
  q: /^.{1,50}$/,
  side: /^(sell|buy)$/,
  town: /^.{1,50}$/,
  min_enchant: /^\d{1,4}$/,
  max_price: /^[1-9]\d{0,14}$/,
  page: /^[1-9]\d{0,2}$/,
};
/** Parameters of the page's address, which are those of the service. */
export const PARAMETERS = Object.keys(FORMS) as (keyof typeof FORMS)[];
/** Parameters that are folded away on phones. */
export const FILTERS = ["town", "min_enchant", "max_price"] as const;

/** Leaves out what has no value, as the address does, and what the service refuses. */
export const searchOf = (query: URLSearchParams): Partial<Search> =>
  Object.fromEntries(
    PARAMETERS.flatMap((name) => (FORMS[name].test(query.get(name) ?? "") ? [[name, query.get(name)]] : [])),
  );

/** "1,000,000" and "1.000.000" are one number. */
export const withoutSeparators = (number: string): string => number.replaceAll(/[\s.,']/g, "");

export const itemPath = (id: number): string => `/market/${id}`;

/** "Bow of Peril +3" */
export const nameOf = ({ item_name, enchant }: Pick<Offer, "item_name" | "enchant">): string =>
  enchant > 0 ? `${item_name} +${enchant}` : item_name;
