import { useState } from "react";

const BUTTONS = 5;

export interface Page<Row> {
  /** From 1; at most `pages`. */
  readonly page: number;
  readonly pages: number;
  readonly rows: readonly Row[];
  /** Number of rows before this page. */
  readonly offset: number;
  readonly total: number;
}

/** Returns one page of `rows`; past the end, the last page. */
export function pageOf<Row>(rows: readonly Row[], requestedPage: number, size: number): Page<Row> {
  const pages = Math.max(1, Math.ceil(rows.length / size));
  const page = Math.min(requestedPage, pages);
  const offset = (page - 1) * size;
  return { page, pages, rows: rows.slice(offset, offset + size), offset, total: rows.length };
}

/** Returns the open page of `rows` and a function that opens another. */
export function usePages<Row>(rows: readonly Row[], size: number) {
  const [requestedPage, openPage] = useState(1);
  return { ...pageOf(rows, requestedPage, size), openPage };
}

/** Returns the page numbers to offer: at most five, around the open one. */
export function pagerWindow(page: number, pages: number): number[] {
  const first = Math.max(1, Math.min(page - Math.floor(BUTTONS / 2), pages - BUTTONS + 1));
  return Array.from({ length: Math.min(BUTTONS, pages) }, (_, index) => first + index);
}
