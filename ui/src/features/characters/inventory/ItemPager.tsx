import * as text from "text:inventory";
import * as shared from "text:shared";
import { input } from "@shared/components/field.module.css";
import { Pager } from "@shared/components/Pager";
import { formatNumber } from "@shared/format";
import type { Page } from "@shared/paging";
import type { Item } from "../queries";
import { PAGE_SIZES } from "./items";
import * as css from "./pager.module.css";

interface Props {
  label?: string;
  list: Page<Item>;
  size: number;
  onSize: (size: number) => void;
  onTurn: (page: number) => void;
}

/** A pager with a choice of page size. */
export function ItemPager({ label = text.pages, list, size, onSize, onTurn }: Props) {
  const { page, pages, rows, offset, total } = list;
  return (
    <Pager label={label} page={page} pages={pages} onOpen={onTurn}>
      <label className={css.size}>
        {text.show}
        <select className={input} value={size} onChange={({ target }) => onSize(Number(target.value))}>
          {PAGE_SIZES.map((option) => (
            <option key={option}>{option}</option>
          ))}
        </select>
      </label>
      <p>
        {shared.range({
          from: formatNumber(total && offset + 1),
          to: formatNumber(offset + rows.length),
          total: formatNumber(total),
        })}
      </p>
    </Pager>
  );
}
