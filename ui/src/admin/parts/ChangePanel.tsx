import * as text from "text:admin";
import * as shared from "text:shared";
import { call } from "@shared/api/client";
import { useIdempotencyKey, wasRejected } from "@shared/api/idempotencyKey";
import { Banner } from "@shared/components/Banner";
import { Button } from "@shared/components/Button";
import { Field } from "@shared/components/Field";
import { type ReactNode, useState } from "react";
import useSWR from "swr";
import type { Body } from "../api/useAdmin";
import { Problem } from "../sign-in/Problem";
import { useSubmit } from "../sign-in/useSubmit";
import { Drawer } from "./Drawer";
import { box } from "./drawer.module.css";
import * as layout from "./layout.module.css";
import { LoadError, Loading } from "./States";
import * as typography from "./typography.module.css";
import { type ChangeTarget, useUndo } from "./undo";
import { Values } from "./Values";

type Result = Body<"ChangeResult">;

const REASON_MAX = 300;

interface Props<R> extends ChangeTarget {
  /** The opposite change, where there is one: it is offered for ten minutes. */
  undo?: ChangeTarget | ((result: R) => ChangeTarget) | undefined;
  /** The opposite change is still being read: once this one is made, it can no longer be. */
  isReading?: boolean;
  /** Stands in the field at first. */
  reason?: string;
  /** A change that cannot be undone: this text has to be typed first. */
  confirmationText?: string;
  /** Why the change would be refused, where the caller knows it; shown in place of the service's refusal. */
  refusal?: string | undefined;
  /** Fields of the form, and what the player will see. */
  children?: ReactNode;
  onClose: () => void;
  /** Called after the change. */
  onDone: (result: R) => void;
}

/**
 * The panel of every action. It shows what will change by a dry run of the same code, asks for a reason, and makes the
 * change once. If somebody was quicker, it shows the new state and asks again.
 */
export function ChangePanel<R extends Result = Result>(props: Props<R>) {
  const {
    title,
    action,
    path,
    method = "POST",
    form = {},
    confirmationText,
    refusal,
    undo,
    isReading = false,
    children,
    onClose,
    onDone,
  } = props;
  const [reason, setReason] = useState((props.reason ?? "").slice(0, REASON_MAX));
  const setOffer = useUndo((store) => store.setOffer);
  const [confirmation, setConfirmation] = useState("");
  const keys = useIdempotencyKey();
  const dryRun = useSWR<Result, Error>(["dry run", method, path, JSON.stringify(form)], () =>
    call<Result>(method, `${path}?dry_run=true`, { body: JSON.stringify({ ...form, reason: text.trial }) }),
  );
  const { submit, isBusy, fields, problem } = useSubmit(async () => {
    const payload = { ...form, reason, version: dryRun.data?.version ?? "" };
    try {
      const headers = { "Idempotency-Key": keys.keyFor(payload) };
      const result = await call<R>(method, path, { body: JSON.stringify(payload), headers });
      keys.settle();
      onDone(result);
      const opposite = typeof undo === "function" ? undo(result) : undo;
      setOffer(opposite ? { ...opposite, changeTitle: title, reason, onDone: () => onDone(result) } : null);
      onClose();
    } catch (error) {
      if (wasRejected(error)) keys.settle();
      void dryRun.mutate();
      throw error;
    }
  });
  const isReady =
    dryRun.data !== undefined &&
    !isReading &&
    reason.trim() !== "" &&
    (confirmationText === undefined || confirmation === confirmationText);
  const actions = (
    <>
      <Button
        type="submit"
        form="change"
        look={confirmationText === undefined ? "primary" : "danger"}
        disabled={!isReady}
        busy={isBusy}
      >
        {action}
      </Button>
      <Button look="ghost" onClick={onClose}>
        {shared.cancel}
      </Button>
    </>
  );
  return (
    <Drawer title={title} onClose={onClose} actions={actions}>
      <form
        className={layout.stack}
        id="change"
        onSubmit={submit}
        onKeyDown={(event) => {
          if (event.key === "Enter" && event.ctrlKey && isReady) submit(event);
        }}
        noValidate
      >
        {children}
        {refusal ? (
          <Problem text={refusal} />
        ) : dryRun.error ? (
          <LoadError error={dryRun.error} onRetry={() => dryRun.mutate()} />
        ) : dryRun.data ? (
          <DryRunResult result={dryRun.data} reason={reason.trim()} />
        ) : (
          <Loading />
        )}
        <Field
          label={shared.reason}
          hint={text.reasonHint}
          error={fields.reason}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
          maxLength={REASON_MAX}
        />
        {confirmationText !== undefined && (
          <Field
            label={text.typeToConfirm({ text: confirmationText })}
            value={confirmation}
            onChange={(event) => setConfirmation(event.target.value)}
            autoComplete="off"
          />
        )}
        <Problem text={dryRun.error ? "" : problem} />
      </form>
    </Drawer>
  );
}

/** `reason`: what the operator has typed, which the change will store in place of the dry run's own. */
function DryRunResult({ result, reason }: { result: Result; reason: string }) {
  const { message } = result;
  if (result.changes.length === 0) return <Banner title={message || text.nothingChanges} />;
  return (
    <div className={layout.stack}>
      <h3>{text.willChange}</h3>
      {result.changes.map(({ subject, before, after }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a subject may change twice, in this order
        <div className={box} key={`${subject} ${index}`}>
          <b className={typography.anywhere}>{subject}</b>
          <Values
            oldValues={before}
            newValues={after?.reason === text.trial ? { ...after, reason: reason || "–" } : after}
          />
        </div>
      ))}
      {message && <p className={typography.hint}>{message}</p>}
    </div>
  );
}
