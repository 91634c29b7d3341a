import { type Column, DataTable } from "./DataTable";
import { Empty, LoadError, Loading } from "./States";

interface Props<Row> {
  answer: {
    data: { data: readonly Row[] } | undefined;
    error: Error | undefined;
    mutate: () => unknown;
  };
  caption: string;
  /** Stands in place of no rows. */
  emptyText: string;
  columns: readonly Column<Row>[];
  keyOf: (row: Row) => string | number;
}

/** A table of an answer that is being read, has failed, is empty, or has rows. */
export function ReadTable<Row>({ answer: { data, error, mutate }, emptyText, ...table }: Props<Row>) {
  if (!data) return error ? <LoadError error={error} onRetry={() => mutate()} /> : <Loading rows={5} />;
  return data.data.length === 0 ? <Empty>{emptyText}</Empty> : <DataTable showsAll rows={data.data} {...table} />;
}
