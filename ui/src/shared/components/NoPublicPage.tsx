import * as shared from "text:shared";
import * as utility from "../styles/utility.module.css";
import { EmptyState } from "./EmptyState";

/** The same page for an unknown, a hidden and an erased character or clan, and for those of extras that are off. */
export default function NoPublicPage() {
  return (
    <div className={utility.wrap}>
      <EmptyState drawing="lantern" title={shared.noPage}>
        {shared.noPageText}
      </EmptyState>
    </div>
  );
}
