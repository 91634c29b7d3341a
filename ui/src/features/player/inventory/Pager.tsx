import { classes } from "@shared/components/classes";
import { Icon } from "@shared/components/Icon";
import * as pageButton from "@shared/components/page-button.module.css";
import { formatNumber } from "@shared/format";
import { pagerWindow } from "@shared/pager";
import { PAGE_SIZES, type Page } from "./items";
import * as css from "./pager.module.css";

interface Props {
  label?: string;
  shown: Page;
  size: number;
  onSize: (size: number) => void;
  onTurn: (page: number) => void;
}

export function Pager({ label = "Pages of items", shown, size, onSize, onTurn }: Props) {
  const { page, pages, items, first, total } = shown;
  const turn = (to: number) =>
    ({ type: "button", className: classes(pageButton.button, css.button), onClick: () => onTurn(to) }) as const;
  return (
    <nav className={css.pager} aria-label={label}>
      <label className={css.size}>
        Show
        <span>
          <select value={size} onChange={({ target }) => onSize(Number(target.value))}>
            {PAGE_SIZES.map((each) => (
              <option key={each}>{each}</option>
            ))}
          </select>
          <Icon name="down" />
        </span>
      </label>
      <p>
        {formatNumber(total && first + 1)}-{formatNumber(first + items.length)} of {formatNumber(total)}
      </p>
      <ul>
        <li>
          <button {...turn(page - 1)} disabled={page === 1} aria-label="Previous page">
            <Icon name="left" />
          </button>
        </li>
        {pagerWindow(page, pages).map((each) => (
          <li key={each}>
            <button {...turn(each)} aria-label={`Page ${each}`} aria-current={each === page ? "page" : undefined}>
              {each}
            </button>
          </li>
        ))}
        <li>
          <button {...turn(page + 1)} disabled={page === pages} aria-label="Next page">
            <Icon name="right" />
          </button>
        </li>
      </ul>
    </nav>
  );
}
