import { whereFrom } from "text:guide";
import { Glyph } from "@shared/components/Icon";
import { Link } from "@shared/components/Link";
import type { Subject } from "@shared/panels";
import { useLocation } from "react-router-dom";
import * as css from "./item-link.module.css";
import { itemPath } from "./paths";

const BOOK =
  "M4 5.500A2.500 2.500 0 0 1 6.500 3H20v15H6.500A2.500 2.500 0 0 0 4 20.500ZM4 20.500A2.500 2.500 0 0 0 6.500 21H20v-3M9 7.500h6";

/** Leads from an item to its page. */
export default function ItemLink({ kind, id, name, isPointerOnly }: Subject) {
  const { pathname } = useLocation();
  const path = itemPath(id);
  if (kind !== "item" || isPointerOnly || pathname.endsWith(path)) return null;
  const label = whereFrom({ name });
  return (
    <Link className={css.link} to={path} aria-label={label} title={label}>
      <Glyph path={BOOK} />
    </Link>
  );
}
