import { adena } from "text:game";
import { whereFrom } from "text:guide";
import { MoreLink } from "@shared/components/MoreLink";
import * as css from "./item-link.module.css";
import { itemPath } from "./paths";

const ADENA = 57;

/** Leads from the wallet to who drops Adena. */
export default function AdenaLink() {
  return (
    <p className={css.line}>
      <MoreLink to={itemPath(ADENA)}>{whereFrom({ name: adena })}</MoreLink>
    </p>
  );
}
