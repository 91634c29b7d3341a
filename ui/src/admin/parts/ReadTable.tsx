import { type Column, DataTable } from "./DataTable";
import { Empty, Failed, Waiting } from "./States";

interface Props<Row> {
  answer: {
    data: { data: readonly Row[] } | undefined;
    error: Error | undefined;
    mutate: () => unknown;
  };
  caption: string;
  /** Stands in place of no rows. */
  none: string;
  columns: readonly Column<Row>[];
  keyOf: (row: Row) => string | number;
}

/** A table of an answer that is being read, has failed, is empty, or has rows. */
export function ReadTable<Row>({ answer: { data, error, mutate }, none, ...table }: Props<Row>) {
  if (!data) return error ? <Failed error={error} onRetry={() => mutate()} /> : <Waiting rows={5} />;
  return data.data.length === 0 ? <Empty>{none}</Empty> : <DataTable whole rows={data.data} {...table} />;
}
