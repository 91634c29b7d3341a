import * as text from "text:market";
import { useGet } from "@shared/api/useGet";
import { formatNumber } from "@shared/format";

/** The lowest price at which an item is for sale. */
export default function ItemPrice({ id }: { id: number }) {
  const { data } = useGet(`/api/market/items/${id}` as "/api/market/items/{item}");
  const [first] = data?.offers.filter(({ kind }) => kind === "sell") ?? [];
  if (!data) return null;
  return <span>{first ? text.now({ price: <b>{formatNumber(first.price)}</b> }) : text.notSold}</span>;
}
