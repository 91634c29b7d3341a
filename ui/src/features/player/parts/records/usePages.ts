import { useState } from "react";

export const PAGE_SIZE = 5;

export interface Pages<Row> {
  page: number;
  pages: number;
  rows: readonly Row[];
  /** How many rows stand before these. */
  before: number;
  turn: (page: number) => void;
}

/** Five rows at a time; a list that has become shorter is left at its last page. */
export function usePages<Row>(all: readonly Row[]): Pages<Row> {
  const [wanted, turn] = useState(1);
  const pages = Math.max(1, Math.ceil(all.length / PAGE_SIZE));
  const page = Math.min(wanted, pages);
  const before = (page - 1) * PAGE_SIZE;
  return { page, pages, rows: all.slice(before, before + PAGE_SIZE), before, turn };
}
