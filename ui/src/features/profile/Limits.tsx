import * as text from "text:profile";
import { useGet } from "@shared/api/useGet";
import { Button } from "@shared/components/Button";
import { ErrorState } from "@shared/components/ErrorState";
import { ListHead } from "@shared/components/ListHead";
import { Meter } from "@shared/components/Meter";
import { Panel } from "@shared/components/Panel";
import { Skeleton } from "@shared/components/Skeleton";
import { formatMomentWithin } from "@shared/dates";
import { formatNumber } from "@shared/format";
import { useState } from "react";
import { BreakDialog } from "./BreakDialog";
import { LimitsDialog } from "./LimitsDialog";
import * as css from "./limits.module.css";
import { LIMIT_NAMES, type LimitName, PATH, type SpendingLimits, unitOf } from "./spendingLimits";

const TITLE = "limits";

/** Limits on donations and spins that the player sets, and breaks. */
export function Limits() {
  const { data, error } = useGet(PATH);
  const [openDialog, setOpenDialog] = useState<"limits" | "break" | null>(null);
  const close = () => setOpenDialog(null);
  return (
    <section aria-labelledby={TITLE}>
      <ListHead
        id={TITLE}
        title={text.limitsTitle}
        note={text.limitsNote}
        action={
          data && (
            <Button look="secondary" onClick={() => setOpenDialog("limits")}>
              {text.limitsChange}
            </Button>
          )
        }
      />
      <Panel padded aria-busy={!data && !error} className={css.panel}>
        {data ? (
          <>
            <LimitList limits={data} />
            <Break limits={data} onStart={() => setOpenDialog("break")} />
          </>
        ) : error ? (
          <ErrorState title={text.limitsFailed}>{text.restLoaded}</ErrorState>
        ) : (
          <Skeleton className={css.skeleton} />
        )}
      </Panel>
      {data && openDialog === "limits" && <LimitsDialog limits={data} onClose={close} />}
      {data && openDialog === "break" && <BreakDialog limits={data} onClose={close} />}
    </section>
  );
}

function LimitList({ limits }: { limits: SpendingLimits }) {
  return (
    <ul className={css.limits}>
      {LIMIT_NAMES.map((name) => (
        <LimitRow key={name} name={name} limits={limits} />
      ))}
    </ul>
  );
}

function LimitRow({ name, limits: { used, pending, ...limits } }: { name: LimitName; limits: SpendingLimits }) {
  const limit = limits[name];
  const next = pending && pending[name] !== limit ? pending : null;
  const sums = { used: formatNumber(used[name]), unit: unitOf(name, limits.currency) };
  const use =
    limit === null ? text.limitsUnlimited[name](sums) : text.limitsUsed({ ...sums, most: formatNumber(limit) });
  return (
    <li>
      <p className={css.use}>
        <span>{text.limitsLabels[name]}</span>
        <b>{use}</b>
      </p>
      {limit !== null && (
        <Meter label={text.limitsLabels[name]} percent={limit > 0 ? (100 * used[name]) / limit : 100} text={use} />
      )}
      {next && (
        <p className={css.pending}>
          {text.limitsPending({
            most: next[name] === null ? text.limitsNone : formatNumber(next[name]),
            from: formatMomentWithin(new Date(next.starts_at), new Date()),
          })}
        </p>
      )}
    </li>
  );
}

function Break({ limits: { excluded_until: end }, onStart }: { limits: SpendingLimits; onStart: () => void }) {
  return (
    <div className={css.break}>
      <div>
        <h3>{text.limitsBreak}</h3>
        <p>
          {end ? text.limitsOnBreak({ end: formatMomentWithin(new Date(end), new Date()) }) : text.limitsExplainBreak}
        </p>
      </div>
      {!end && (
        <Button look="secondary" onClick={onStart}>
          {text.limitsBreak}
        </Button>
      )}
    </div>
  );
}
