import { Icon } from "@shared/components/Icon";
import * as pageButton from "@shared/components/page-button.module.css";
import { formatNumber } from "@shared/format";
import { pagerWindow } from "@shared/pager";
import * as css from "./pager.module.css";
import type { Pages } from "./usePages";

interface Props {
  label: string;
  shown: Pages<unknown>;
  /** Of the whole list, also where only its newest part is here. */
  total: number;
}

/** Which rows are shown, of how many; where there is more than one page, the way to the others. */
export function PageTurner({ label, shown: { page, pages, rows, before, turn }, total }: Props) {
  const to = (next: number) => ({ type: "button", className: pageButton.button, onClick: () => turn(next) }) as const;
  const range = `${formatNumber(before + 1)}-${formatNumber(before + rows.length)} of ${formatNumber(total)}`;
  if (pages === 1) return <p className={css.alone}>{range}</p>;
  return (
    <nav className={css.pager} aria-label={label}>
      <p role="status">{range}</p>
      <ul>
        <li>
          <button {...to(page - 1)} disabled={page === 1} aria-label="Previous page">
            <Icon name="left" />
          </button>
        </li>
        {pagerWindow(page, pages).map((each) => (
          <li key={each}>
            <button {...to(each)} aria-label={`Page ${each}`} aria-current={each === page ? "page" : undefined}>
              {each}
            </button>
          </li>
        ))}
        <li>
          <button {...to(page + 1)} disabled={page === pages} aria-label="Next page">
            <Icon name="right" />
          </button>
        </li>
      </ul>
    </nav>
  );
}
