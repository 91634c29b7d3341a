import { Skeleton } from "@shared/components/Skeleton";
import { VisuallyHidden } from "@shared/components/VisuallyHidden";
import * as records from "../../parts/records/records.module.css";
import { PAGE_SIZE } from "../../parts/records/usePages";
import * as css from "./history.module.css";

const BONES = Array.from({ length: PAGE_SIZE }, (_, index) => index);
const CELLS = [css.amount, css.method, css.who, css.coins] as const;

/** As tall as the rows that will stand here, the newest open. */
export const BoneRows = () => BONES.map((index) => <BoneRow key={index} open={index === 0} />);

/* biome-ignore-start lint/a11y/noRedundantRoles: blocks lose them */
/* biome-ignore-start lint/a11y/useSemanticElements: blocks lose them */
function BoneRow({ open }: { open: boolean }) {
  return (
    <>
      <tr role="row" className={open ? css.open : undefined}>
        <th scope="row" role="rowheader" className={css.date}>
          <VisuallyHidden>Loading</VisuallyHidden>
          <Skeleton className={records.bone} />
        </th>
        {CELLS.map((place) => (
          <td key={place} role="cell" className={place}>
            <Skeleton className={records.bone} />
          </td>
        ))}
        <td role="cell" className={css.status}>
          <Skeleton className={records.boneMark} />
        </td>
        <td role="cell" className={css.more} />
      </tr>
      {open && (
        <tr role="row" className={css.story}>
          <td role="cell" colSpan={7}>
            <Skeleton className={css.boneStory} />
          </td>
        </tr>
      )}
    </>
  );
}
/* biome-ignore-end lint/a11y/useSemanticElements: see above */
/* biome-ignore-end lint/a11y/noRedundantRoles: see above */
