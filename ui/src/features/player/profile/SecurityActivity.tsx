import { type Answer, useGet } from "@shared/api/useGet";
import { classes } from "@shared/components/classes";
import { EmptyState } from "@shared/components/EmptyState";
import { ErrorState } from "@shared/components/ErrorState";
import { Glyph, Icon } from "@shared/components/Icon";
import { Panel } from "@shared/components/Panel";
import { Skeleton } from "@shared/components/Skeleton";
import { VisuallyHidden } from "@shared/components/VisuallyHidden";
import type { ReactNode } from "react";
import { formatMoment, formatZone } from "../format";
import { describeAction } from "./actions";
import * as css from "./activity.module.css";
import { RECENT } from "./recent";

type Entry = Answer<"/api/player/security-logs">["data"][number];

/** The last that happened to the account. It fails alone: the profile around it stands. */
export function SecurityActivity() {
  const { data, error } = useGet("/api/player/security-logs", RECENT);
  return (
    <section aria-labelledby="security">
      <div className={css.head}>
        <h2 id="security">Recent Security Activity</h2>
        <span>Your time, {formatZone(new Date())}</span>
      </div>
      <Panel className={css.panel} aria-busy={!data && !error}>
        {error && !data ? (
          <ErrorState title="Security activity could not be loaded.">The rest of your profile is complete.</ErrorState>
        ) : (
          <Entries entries={data?.data} />
        )}
      </Panel>
    </section>
  );
}

function Entries({ entries }: { entries: readonly Entry[] | undefined }) {
  if (entries?.length === 0) {
    return (
      <EmptyState drawing="lantern" title="No activity yet">
        Logins and changes of the account will be listed here.
      </EmptyState>
    );
  }
  return <Table>{entries ? entries.map(toRow) : BONES.map((index) => <BoneRow key={index} />)}</Table>;
}

/* A table drawn as cards on a phone: its roles are written out, since blocks lose them. */
/* biome-ignore-start lint/a11y/noRedundantRoles: see above */
/* biome-ignore-start lint/a11y/useSemanticElements: see above */
function Table({ children }: { children: ReactNode }) {
  return (
    <table className={css.table} role="table" aria-labelledby="security">
      <thead role="rowgroup">
        <tr role="row">
          {["Action", "IP Address", "Date", "Status"].map((name) => (
            <th key={name} scope="col" role="columnheader">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup">{children}</tbody>
    </table>
  );
}

/** Two of one kind may stand in the same second, so only the place tells them apart. */
const toRow = (entry: Entry, place: number) => <EntryRow key={`${entry.timestamp} ${place}`} entry={entry} />;

function EntryRow({ entry: { action, ip_address, timestamp, success } }: { entry: Entry }) {
  const { words, glyph } = describeAction(action);
  return (
    <tr role="row">
      <th scope="row" role="rowheader" className={css.action}>
        <span>
          <Glyph path={glyph} />
          {words}
        </span>
      </th>
      <td role="cell" className={css.address}>
        {ip_address}
      </td>
      <td role="cell" className={css.when}>
        <time dateTime={timestamp}>{formatMoment(new Date(timestamp), new Date())}</time>
      </td>
      <td role="cell" className={css.status}>
        <span className={classes(css.badge, success ? css.good : css.bad)}>
          <Icon name={success ? "check" : "close"} />
          {success ? "Success" : "Failed"}
        </span>
      </td>
    </tr>
  );
}

const BONES = Array.from({ length: RECENT.limit }, (_, index) => index);

function BoneRow() {
  return (
    <tr role="row">
      <th scope="row" role="rowheader" className={css.action}>
        <VisuallyHidden>Loading</VisuallyHidden>
        <Skeleton className={css.bone} />
      </th>
      <td role="cell" className={css.address}>
        <Skeleton className={css.bone} />
      </td>
      <td role="cell" className={css.when}>
        <Skeleton className={css.bone} />
      </td>
      <td role="cell" className={css.status}>
        <Skeleton className={css.boneBadge} />
      </td>
    </tr>
  );
}
/* biome-ignore-end lint/a11y/useSemanticElements: see above */
/* biome-ignore-end lint/a11y/noRedundantRoles: see above */
