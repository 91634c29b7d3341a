import * as css from "./record-list.module.css";

export interface RecordEntry {
  name: string;
  /** Time at which it was reached. */
  note: string;
  value: string;
}

/** The best values of a character or a clan, each with its date. */
export function RecordList({ records }: { records: readonly RecordEntry[] }) {
  return (
    <dl>
      {records.map(({ name, note, value }) => (
        <div key={name} className={css.record}>
          <dt>
            {name}
            <small>{note}</small>
          </dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
