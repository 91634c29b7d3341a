import * as text from "text:profile";
import * as shared from "text:shared";
import { type Answer, useGet } from "@shared/api/useGet";
import { classes } from "@shared/components/classes";
import { EmptyState } from "@shared/components/EmptyState";
import { ErrorState } from "@shared/components/ErrorState";
import { Glyph } from "@shared/components/Icon";
import { ListHead } from "@shared/components/ListHead";
import { Panel } from "@shared/components/Panel";
import * as records from "@shared/components/records.module.css";
import { BADGE_SKELETON, SkeletonRow } from "@shared/components/SkeletonRow";
import { StatusBadge } from "@shared/components/StatusBadge";
import { Cell, Row, RowHeader, Table } from "@shared/components/Table";
import { formatMoment, formatZone } from "@shared/dates";
import * as css from "./activity.module.css";
import { RECENT } from "./queries";
import { describeAction } from "./securityActions";

const TITLE = "security";
const ADDRESS = classes(records.muted, css.address);
const STATUS = classes(records.status, css.status);

type Entry = Answer<"/api/player/security-logs">["data"][number];

/** The latest security events of the account. A failure here leaves the rest of the profile visible. */
export function SecurityActivity() {
  const { data, error } = useGet("/api/player/security-logs", RECENT);
  return (
    <section aria-labelledby={TITLE}>
      <ListHead id={TITLE} title={text.activity} note={text.yourTime({ zone: formatZone(new Date()) })} compact />
      <Panel aria-busy={!data && !error}>
        {error && !data ? (
          <ErrorState title={text.activityFailed}>{text.restLoaded}</ErrorState>
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
      <EmptyState drawing="lantern" title={text.noActivity}>
        {text.noActivityText}
      </EmptyState>
    );
  }
  return (
    <Table
      className={classes(records.records, css.table)}
      columns={[shared.action, text.ipAddress, text.date, shared.status]}
      aria-labelledby={TITLE}
    >
      {entries ? entries.map(toRow) : ROWS.map((index) => <SkeletonRow key={index} cells={SKELETON_CELLS} />)}
    </Table>
  );
}

/** The position is part of the key: two entries may have the same second and action. */
const toRow = (entry: Entry, position: number) => <EntryRow key={`${entry.timestamp} ${position}`} entry={entry} />;

function EntryRow({ entry: { action, ip_address, timestamp, success, attempts } }: { entry: Entry }) {
  const { label, glyph } = describeAction(action);
  return (
    <Row>
      <RowHeader className={css.action}>
        <span>
          <Glyph path={glyph} />
          {label}
        </span>
      </RowHeader>
      <Cell className={ADDRESS}>{attempts > 1 ? text.attempts({ count: attempts }) : ip_address}</Cell>
      <Cell className={records.date}>
        <time dateTime={timestamp}>{formatMoment(new Date(timestamp), new Date())}</time>
      </Cell>
      <Cell className={STATUS}>
        <StatusBadge tone={success ? "good" : "bad"}>{success ? text.success : text.failure}</StatusBadge>
      </Cell>
    </Row>
  );
}

const ROWS = Array.from({ length: RECENT.limit }, (_, index) => index);

const SKELETON_CELLS = [
  { className: css.action, skeleton: css.skeleton },
  { className: ADDRESS, skeleton: css.skeleton },
  { className: records.date, skeleton: css.skeleton },
  { className: STATUS, skeleton: BADGE_SKELETON },
];
