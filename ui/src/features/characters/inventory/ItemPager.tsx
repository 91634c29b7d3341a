import { Icon } from "@shared/components/Icon";
import { Pager } from "@shared/components/Pager";
import { formatNumber } from "@shared/format";
import type { Page } from "@shared/paging";
import type { Item } from "../queries";
import { PAGE_SIZES } from "./items";
import * as css from "./pager.module.css";

interface Props {
  label?: string;
  shown: Page<Item>;
  size: number;
  onSize: (size: number) => void;
  onTurn: (page: number) => void;
}

/** A pager with a choice of page size. */
export function ItemPager({ label = "Pages of items", shown, size, onSize, onTurn }: Props) {
  const { page, pages, rows, offset, total } = shown;
  return (
    <Pager label={label} page={page} pages={pages} onOpen={onTurn}>
      <label className={css.size}>
        Show
        <span>
          <select value={size} onChange={({ target }) => onSize(Number(target.value))}>
            {PAGE_SIZES.map((option) => (
              <option key={option}>{option}</option>
            ))}
          </select>
          <Icon name="down" />
        </span>
      </label>
      <p>
        {formatNumber(total && offset + 1)}-{formatNumber(offset + rows.length)} of {formatNumber(total)}
      </p>
    </Pager>
  );
}
