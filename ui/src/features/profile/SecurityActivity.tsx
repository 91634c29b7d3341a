import * as text from "text:profile";
import * as shared from "text:shared";
import { type Answer, useGet } from "@shared/api/useGet";
import { classes } from "@shared/components/classes";
import { EmptyState } from "@shared/components/EmptyState";
import { Glyph } from "@shared/components/Icon";
import * as records from "@shared/components/records.module.css";
import { BADGE_SKELETON } from "@shared/components/SkeletonRows";
import { StatusBadge } from "@shared/components/StatusBadge";
import type { Column } from "@shared/components/Table";
import { TableSection } from "@shared/components/TableSection";
import { formatMoment, formatZone } from "@shared/dates";
import * as css from "./activity.module.css";
import { RECENT } from "./queries";
import { describeAction } from "./securityActions";

type Entry = Answer<"/api/player/security-logs">["data"][number];

/** The latest security events of the account. A failure here leaves the rest of the profile visible. */
export function SecurityActivity() {
  const { data, error } = useGet("/api/player/security-logs", RECENT);
  return (
    <TableSection
      id="security"
      title={text.activity}
      note={text.yourTime({ zone: formatZone(new Date()) })}
      compact
      className={css.table}
      columns={COLUMNS}
      rows={data?.data}
      skeletons={RECENT.limit}
      failure={error && { title: text.activityFailed, children: text.restLoaded }}
      empty={
        <EmptyState drawing="lantern" title={text.noActivity}>
          {text.noActivityText}
        </EmptyState>
      }
    />
  );
}

const COLUMNS: readonly Column<Entry>[] = [
  {
    name: shared.action,
    className: css.action,
    show: ({ action }) => {
      const { label, glyph } = describeAction(action);
      return (
        <span>
          <Glyph path={glyph} />
          {label}
        </span>
      );
    },
  },
  {
    name: text.ipAddress,
    className: classes(records.muted, css.address),
    show: ({ ip_address, attempts }) => (attempts > 1 ? text.attempts({ count: attempts }) : ip_address),
  },
  {
    name: text.date,
    className: records.date,
    show: ({ timestamp }) => <time dateTime={timestamp}>{formatMoment(new Date(timestamp), new Date())}</time>,
  },
  {
    name: shared.status,
    className: classes(records.status, css.status),
    skeleton: BADGE_SKELETON,
    show: ({ success }) => (
      <StatusBadge tone={success ? "good" : "bad"}>{success ? text.success : text.failure}</StatusBadge>
    ),
  },
];
