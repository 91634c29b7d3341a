import type { Answer, Query } from "@shared/api/useGet";

export type Page = Answer<"/api/market">;
export type Offer = Page["data"][number];
export type Item = Answer<"/api/market/items/{item}">;
export type PriceDay = Item["days"][number];
type Search = Query<"/api/market">;

/** Parameters of the page's address, which are those of the service. */
export const PARAMETERS = ["q", "side", "town", "min_enchant", "max_price", "page"] as const;
/** Parameters that are folded away on phones. */
export const FILTERS = ["town", "min_enchant", "max_price"] as const;

/** Leaves out what has no value, as the address does. */
export const searchOf = (query: URLSearchParams): Partial<Search> =>
  Object.fromEntries(PARAMETERS.flatMap((name) => (query.get(name) ? [[name, query.get(name)]] : [])));

export const itemPath = (id: number): string => `/market/${id}`;

/** "Bow of Peril +3" */
export const nameOf = ({ item_name, enchant }: Pick<Offer, "item_name" | "enchant">): string =>
  enchant > 0 ? `${item_name} +${enchant}` : item_name;
