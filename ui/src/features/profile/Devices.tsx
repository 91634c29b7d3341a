import * as offline from "text:offline";
import * as text from "text:profile";
import * as shared from "text:shared";
import { post, remove } from "@shared/api/client";
import type { components } from "@shared/api/schema";
import { type Answer, useGet } from "@shared/api/useGet";
import { Button } from "@shared/components/Button";
import { ConfirmDialog } from "@shared/components/ConfirmDialog";
import { classes } from "@shared/components/classes";
import * as records from "@shared/components/records.module.css";
import { StatusBadge } from "@shared/components/StatusBadge";
import type { Column } from "@shared/components/Table";
import { TableSection } from "@shared/components/TableSection";
import { formatMoment } from "@shared/dates";
import { formatRelative } from "@shared/format";
import { storeToken } from "@shared/stores/session";
import { useState } from "react";
import { mutate } from "swr";
import * as css from "./devices.module.css";
import { refreshActivity } from "./queries";

type Session = Answer<"/api/auth/sessions">["data"][number];
type PasswordChanged = components["schemas"]["PasswordChanged"];

const SESSIONS = "/api/auth/sessions";

async function endOthers() {
  const { token } = await post<PasswordChanged>("/api/auth/logout-all");
  storeToken(token);
  await reload();
}

const end = (session: Session) => remove<object>(`${SESSIONS}/${session.id}`).then(reload);

const reload = () => Promise.all([mutate(SESSIONS), refreshActivity()]);

/** The live sessions of the account, each of which can be ended. */
export function Devices() {
  const { data, error } = useGet(SESSIONS);
  const [asks, setAsks] = useState(false);
  const otherCount = data?.data.filter((session) => !session.current).length ?? 0;
  return (
    <TableSection
      id="devices"
      title={text.devicesTitle}
      note={text.devicesNote}
      compact={otherCount === 0}
      action={
        otherCount > 0 && (
          <Button look="secondary" onClick={() => setAsks(true)}>
            {text.devicesEndOthers}
          </Button>
        )
      }
      className={css.table}
      columns={COLUMNS}
      rows={data?.data}
      keyOf={({ id }) => id}
      skeletons={2}
      failure={error && { title: text.devicesFailed, children: text.restLoaded }}
    >
      {asks && <EndOthers count={otherCount} onClose={() => setAsks(false)} />}
    </TableSection>
  );
}

/** Both days are those of UTC. */
const daysSince = (day: string): number => Math.floor((Date.now() - Date.parse(day)) / 86_400_000);

const COLUMNS: readonly Column<Session>[] = [
  { name: text.device, className: css.device, show: ({ device }) => device || text.devicesUnknown },
  {
    name: shared.network,
    className: classes(records.muted, css.network),
    show: ({ network }) => network ?? text.devicesUnknownNetwork,
  },
  {
    name: text.loggedIn,
    className: css.created,
    show: ({ created_at }) => <time dateTime={created_at}>{formatMoment(new Date(created_at), new Date())}</time>,
  },
  {
    name: text.lastSeen,
    className: css.seen,
    show: ({ last_seen }) => <time dateTime={last_seen}>{formatRelative(-daysSince(last_seen), "day")}</time>,
  },
  {
    name: shared.status,
    className: css.action,
    show: (session) =>
      session.current ? <StatusBadge tone="good">{text.devicesCurrent}</StatusBadge> : <EndButton session={session} />,
  },
];

function EndButton({ session }: { session: Session }) {
  const [state, setState] = useState<"idle" | "ending" | "failed">("idle");
  const press = () => {
    setState("ending");
    end(session).catch(() => setState("failed"));
  };
  const label = text.devicesEndOf({ device: session.device || text.devicesUnknown });
  return (
    <Button look="ghost" busy={state === "ending"} onClick={press} aria-label={label}>
      {state === "failed" ? offline.retry : text.devicesEnd}
    </Button>
  );
}

function EndOthers({ count, onClose }: { count: number; onClose: () => void }) {
  return (
    <ConfirmDialog
      title={text.devicesAsk}
      action={text.devicesEndOthers}
      cancel={shared.cancel}
      send={() => endOthers().then(onClose)}
      fallback={text.devicesEndFailed}
      onClose={onClose}
    >
      <p>{text.devicesExplain({ count })}</p>
    </ConfirmDialog>
  );
}
