import { useNameInPath } from "@shared/useNameInPath";
import { Entrance } from "./Entrance";
import { ItemPage } from "./ItemPage";
import { MonsterPage } from "./MonsterPage";
import { guidePaths } from "./paths";

/** The page of an item or a monster, or the entrance, by the address. */
export default function Guide() {
  const item = encodeURIComponent(useNameInPath(guidePaths.item));
  const monster = encodeURIComponent(useNameInPath(guidePaths.monster));
  if (item) return <ItemPage key={item} id={item} />;
  return monster ? <MonsterPage key={monster} id={monster} /> : <Entrance />;
}
