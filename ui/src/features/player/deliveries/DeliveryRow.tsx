import { Skeleton } from "@shared/components/Skeleton";
import { VisuallyHidden } from "@shared/components/VisuallyHidden";
import { formatNumber } from "@shared/format";
import { formatMoment } from "../format";
import { Mark } from "../parts/records/Mark";
import * as records from "../parts/records/records.module.css";
import { PAGE_SIZE } from "../parts/records/usePages";
import * as css from "./deliveries.module.css";
import { STANDINGS } from "./standing";
import type { Delivery } from "./useDeliveries";

/* The table is drawn as cards on a phone: its roles are written out, since blocks lose them. */
/* biome-ignore-start lint/a11y/noRedundantRoles: see above */
/* biome-ignore-start lint/a11y/useSemanticElements: see above */
export function DeliveryRow({ delivery }: { delivery: Delivery }) {
  const { created_at, character_name, amount, status, delivered_at } = delivery;
  const { word, tone, icon, note } = STANDINGS[status];
  return (
    <tr role="row">
      <th scope="row" role="rowheader" className={css.date}>
        <Moment at={created_at} />
      </th>
      <td role="cell" className={css.who} title={character_name}>
        <bdi>{character_name}</bdi>
      </td>
      <td role="cell" className={css.coins}>
        {formatNumber(amount)}
      </td>
      <td role="cell" className={css.status}>
        <Mark tone={tone} icon={icon}>
          {word}
        </Mark>
      </td>
      <td role="cell" className={css.end}>
        {delivered_at ? <Moment at={delivered_at} /> : note}
      </td>
    </tr>
  );
}

const Moment = ({ at }: { at: string }) => <time dateTime={at}>{formatMoment(new Date(at), new Date())}</time>;

const BONES = Array.from({ length: PAGE_SIZE }, (_, index) => index);

export const BoneRows = () => BONES.map((index) => <BoneRow key={index} />);

function BoneRow() {
  return (
    <tr role="row">
      <th scope="row" role="rowheader" className={css.date}>
        <VisuallyHidden>Loading</VisuallyHidden>
        <Skeleton className={records.bone} />
      </th>
      <td role="cell" className={css.who}>
        <Skeleton className={records.bone} />
      </td>
      <td role="cell" className={css.coins}>
        <Skeleton className={records.bone} />
      </td>
      <td role="cell" className={css.status}>
        <Skeleton className={records.boneMark} />
      </td>
      <td role="cell" className={css.end}>
        <Skeleton className={records.bone} />
      </td>
    </tr>
  );
}
/* biome-ignore-end lint/a11y/useSemanticElements: see above */
/* biome-ignore-end lint/a11y/noRedundantRoles: see above */
