import { Icon } from "@shared/components/Icon";
import * as pageButton from "@shared/components/page-button.module.css";
import { formatNumber } from "@shared/format";
import { pagerWindow } from "@shared/pager";
import type { ReactNode } from "react";
import { Link } from "react-router-dom";
import * as css from "./pager.module.css";
import { formatView, PAGE_SIZE, type View } from "./view";

interface Props {
  view: View;
  rows: number;
  total: number;
  totalPages: number;
  onTurn: () => void;
}

/** At most five pages around the open one; each is an address of its own. */
export function Pager({ view, rows, total, totalPages, onTurn }: Props) {
  const turn = (page: number) => ({ to: { search: formatView({ ...view, page }) }, onClick: onTurn });
  const first = (view.page - 1) * PAGE_SIZE;
  return (
    <nav className={css.pager} aria-label="Pages">
      <p>
        Showing{" "}
        <b>
          {formatNumber(rows && first + 1)}-{formatNumber(rows && first + rows)}
        </b>{" "}
        of <b>{formatNumber(total)}</b> total results
      </p>
      <ul>
        <li>
          <Neighbour label="Previous" turn={view.page > 1 ? turn(Math.min(view.page - 1, totalPages)) : null}>
            <Icon name="left" /> Previous
          </Neighbour>
        </li>
        {pagerWindow(view.page, totalPages).map((page) => (
          <li key={page}>
            <Link
              {...turn(page)}
              className={pageButton.button}
              aria-label={`Page ${page}`}
              aria-current={page === view.page ? "page" : undefined}
            >
              {page}
            </Link>
          </li>
        ))}
        <li>
          <Neighbour label="Next" turn={view.page < totalPages ? turn(view.page + 1) : null}>
            Next <Icon name="right" />
          </Neighbour>
        </li>
      </ul>
    </nav>
  );
}

interface NeighbourProps {
  label: string;
  turn: { to: { search: string }; onClick: () => void } | null;
  children: ReactNode;
}

function Neighbour({ label, turn, children }: NeighbourProps) {
  if (turn === null)
    return (
      <button type="button" className={pageButton.button} disabled>
        {children}
      </button>
    );
  return (
    <Link {...turn} className={pageButton.button} rel={label === "Next" ? "next" : "prev"}>
      {children}
    </Link>
  );
}
