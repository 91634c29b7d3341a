import { DataTable, type TableProps } from "./DataTable";
import { LoadState } from "./States";

interface Props<Row> extends Omit<TableProps<Row>, "rows"> {
  answer: {
    data: { data: readonly Row[] } | undefined;
    error: Error | undefined;
    mutate: () => unknown;
  };
  emptyText: string;
}

/** A table of an answer that is being read, has failed, is empty, or has rows. */
export function ReadTable<Row>({ answer: { data, error, mutate }, ...table }: Props<Row>) {
  if (!data) return <LoadState error={error} onRetry={mutate} />;
  return <DataTable rows={data.data} {...table} />;
}
