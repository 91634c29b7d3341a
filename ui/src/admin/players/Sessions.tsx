import * as text from "text:adminPlayers";
import { Panel } from "../parts/Panel";
import { Empty } from "../parts/States";
import { momentWithin } from "./format";
import * as css from "./notes.module.css";
import type { AccountProps } from "./types";

export function Sessions({ account: { sessions } }: AccountProps) {
  return (
    <Panel title={text.sessions} note={sessions.length || undefined}>
      {sessions.length === 0 && <Empty>{text.noSessions}</Empty>}
      <ul className={css.notes}>
        {sessions.map((row) => (
          <li key={`${row.created_at} ${row.device} ${row.network}`}>
            <p>
              {row.device} · {row.network}
            </p>
            <small>
              {text.sessionTimes({ seen: momentWithin(row.seen_at), created: momentWithin(row.created_at) })}
            </small>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
