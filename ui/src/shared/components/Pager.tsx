import * as shared from "text:shared";
import type { ReactNode } from "react";
import { Navigate, type To } from "react-router-dom";
import { formatNumber } from "../format";
import { type Page, pagerWindow } from "../paging";
import { LinkButton } from "./Button";
import { classes } from "./classes";
import { Icon } from "./Icon";
import { Link } from "./Link";
import * as css from "./pager.module.css";

interface PagerProps {
  label: string;
  page: number;
  pages: number;
  /** Called with the page to open; with `hrefOf`, when its link is followed. */
  onOpen: (page: number) => void;
  /** Makes each page a link to an address of its own. */
  hrefOf?: ((page: number) => To) | undefined;
  /** Shows the words Previous and Next beside the arrows. */
  withWords?: boolean;
  className?: string | undefined;
  /** Range of the visible rows; placed before the buttons. */
  children: ReactNode;
}

/** Previous, at most five page numbers, Next. */
export function Pager({ label, page, pages, onOpen, hrefOf, withWords = false, className, children }: PagerProps) {
  const button = { pages, onOpen, hrefOf };
  return (
    <nav className={classes(css.pager, withWords && css.worded, className)} aria-label={label}>
      {children}
      <ul>
        <li>
          <PageButton {...button} to={Math.min(page - 1, pages)} label={withWords ? undefined : shared.previousPage}>
            <Icon name="left" /> {withWords && shared.previous}
          </PageButton>
        </li>
        {pagerWindow(page, pages).map((number) => (
          <li key={number}>
            <PageButton
              {...button}
              to={number}
              label={shared.page({ number: formatNumber(number) })}
              current={number === page}
            >
              {number}
            </PageButton>
          </li>
        ))}
        <li>
          <PageButton {...button} to={page + 1} label={withWords ? undefined : shared.nextPage}>
            {withWords && shared.next} <Icon name="right" />
          </PageButton>
        </li>
      </ul>
    </nav>
  );
}

/**
 * Leads from an address past the last page to that page; a link without scripts. The service tells search engines by the
 * mark that they may not list the address.
 */
export const PastLastPage = ({ to, pages }: { to: To; pages: number }) => (
  <>
    <meta name="robots" content="noindex" />
    <Navigate replace to={to} />
    <p>
      <LinkButton to={to}>{shared.page({ number: formatNumber(pages) })}</LinkButton>
    </p>
  </>
);

interface PageButtonProps extends Pick<PagerProps, "pages" | "onOpen" | "hrefOf"> {
  to: number;
  label: string | undefined;
  current?: boolean;
  children: ReactNode;
}

function PageButton({ to, pages, label, current, onOpen, hrefOf, children }: PageButtonProps) {
  const disabled = to < 1 || to > pages;
  const common = {
    className: css.button,
    "aria-label": label,
    "aria-current": current ? ("page" as const) : undefined,
    onClick: () => onOpen(to),
  };
  if (hrefOf && !disabled) {
    return (
      <Link {...common} to={hrefOf(to)}>
        {children}
      </Link>
    );
  }
  return (
    <button type="button" {...common} disabled={disabled}>
      {children}
    </button>
  );
}

/** "1-5 of 12", followed by the pager if there is more than one page. `total` may exceed the rows that were loaded. */
export function ListPager({
  label,
  list: { page, pages, rows, offset, openPage },
  total,
}: {
  label: string;
  list: Page<unknown> & { openPage: (page: number) => void };
  total: number;
}) {
  const [from, to] = [formatNumber(offset + 1), formatNumber(offset + rows.length)];
  const range = shared.range({ from, to, total: formatNumber(total) });
  if (pages === 1) return <p className={css.single}>{range}</p>;
  return (
    <Pager label={label} page={page} pages={pages} onOpen={openPage} className={css.below}>
      <p role="status">{range}</p>
    </Pager>
  );
}
