import { useNameInPath } from "@shared/useNameInPath";
import { ItemPage } from "./ItemPage";
import { Search } from "./Search";

/** The search, or the page of an item, by the address. */
export default function Market() {
  const id = encodeURIComponent(useNameInPath("/market/:item"));
  return id ? <ItemPage key={id} id={id} /> : <Search />;
}
