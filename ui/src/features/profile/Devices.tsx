import * as offline from "text:offline";
import * as text from "text:profile";
import * as shared from "text:shared";
import { post, remove } from "@shared/api/client";
import type { components } from "@shared/api/schema";
import { type Answer, useGet } from "@shared/api/useGet";
import { Button } from "@shared/components/Button";
import { ConfirmDialog } from "@shared/components/ConfirmDialog";
import { classes } from "@shared/components/classes";
import { ErrorState } from "@shared/components/ErrorState";
import { ListHead } from "@shared/components/ListHead";
import { Panel } from "@shared/components/Panel";
import * as records from "@shared/components/records.module.css";
import { SkeletonRow } from "@shared/components/SkeletonRow";
import { StatusBadge } from "@shared/components/StatusBadge";
import { Cell, Row, RowHeader, Table } from "@shared/components/Table";
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
const TITLE = "devices";
const COLUMNS = [text.device, shared.network, text.loggedIn, text.lastSeen, shared.status];

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
    <section aria-labelledby={TITLE}>
      <ListHead
        id={TITLE}
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
      />
      <Panel aria-busy={!data && !error}>
        {error && !data ? (
          <ErrorState title={text.devicesFailed}>{text.restLoaded}</ErrorState>
        ) : (
          <Table className={classes(records.records, css.table)} columns={COLUMNS} aria-labelledby={TITLE}>
            {data
              ? data.data.map((session) => <SessionRow key={session.id} session={session} />)
              : [0, 1].map((index) => <SkeletonRow key={index} cells={SKELETON_CELLS} />)}
          </Table>
        )}
      </Panel>
      {asks && <EndOthers count={otherCount} onClose={() => setAsks(false)} />}
    </section>
  );
}

/** Both days are those of UTC. */
const daysSince = (day: string): number => Math.floor((Date.now() - Date.parse(day)) / 86_400_000);

function SessionRow({ session }: { session: Session }) {
  const [state, setState] = useState<"idle" | "ending" | "failed">("idle");
  const device = session.device || text.devicesUnknown;
  const press = () => {
    setState("ending");
    end(session).catch(() => setState("failed"));
  };
  return (
    <Row className={state === "ending" ? css.ending : undefined}>
      <RowHeader className={css.device}>{device}</RowHeader>
      <Cell className={classes(records.muted, css.network)}>{session.network ?? text.devicesUnknownNetwork}</Cell>
      <Cell className={css.created} data-label={text.loggedIn}>
        <time dateTime={session.created_at}>{formatMoment(new Date(session.created_at), new Date())}</time>
      </Cell>
      <Cell className={css.seen} data-label={text.lastSeen}>
        <time dateTime={session.last_seen}>{formatRelative(-daysSince(session.last_seen), "day")}</time>
      </Cell>
      <Cell className={css.action}>
        {session.current ? (
          <StatusBadge tone="good">{text.devicesCurrent}</StatusBadge>
        ) : (
          <Button look="ghost" busy={state === "ending"} onClick={press} aria-label={text.devicesEndOf({ device })}>
            {state === "failed" ? offline.retry : text.devicesEnd}
          </Button>
        )}
      </Cell>
    </Row>
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

const SKELETON_CELLS = [css.device, css.network, css.created, css.seen, css.action].map((className) => ({
  className,
  skeleton: css.skeleton,
}));
