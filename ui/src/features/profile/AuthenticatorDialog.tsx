import { post } from "@shared/api/client";
import type { components } from "@shared/api/schema";
import { Button } from "@shared/components/Button";
import { CodeField } from "@shared/components/CodeField";
import { Dialog } from "@shared/components/Dialog";
import { Refusal } from "@shared/components/Field";
import { firstBroken, isFilled, onlyProblems } from "@shared/forms/rules";
import { useSubmitForm } from "@shared/forms/useSubmitForm";
import { useEffect, useId, useState } from "react";
import * as css from "./authenticator.module.css";
import { AUTHENTICATOR } from "./messages";

interface Props {
  enrolment: components["schemas"]["TotpEnrolment"];
  onClose: () => void;
  /** Called with new recovery codes, or null if the account keeps those that it has. */
  onDone: (codes: string[] | null) => void;
}

const check = ({ code }: { code: string }) =>
  onlyProblems<{ code: string }>({ code: firstBroken(code, [[isFilled, "Code is required"]]) });

/** Shows the secret, and turns the app on by a code that it shows. */
export function AuthenticatorDialog({ enrolment, onClose, onDone }: Props) {
  const { form, field, submit, phase, refusal } = useSubmitForm({
    blank: { code: "" },
    check,
    send: async (values) => {
      const { codes } = await post<components["schemas"]["RecoveryCodes"]>("/api/auth/totp/confirm", values);
      onDone(codes);
    },
    fallback: AUTHENTICATOR.failed,
  });
  const id = useId();
  const actions = (
    <>
      <Button look="ghost" onClick={onClose}>
        Cancel
      </Button>
      <Button type="submit" form={id} look="primary" waiting={phase === "submitting"}>
        {AUTHENTICATOR.turnOn}
      </Button>
    </>
  );
  return (
    <Dialog title={AUTHENTICATOR.title} onClose={onClose} actions={actions}>
      <form ref={form} id={id} className={css.form} noValidate onSubmit={submit}>
        <p>{AUTHENTICATOR.explain}</p>
        <QrCode text={enrolment.uri} />
        <p className={css.secret}>
          <span className={css.label}>{AUTHENTICATOR.byHand}</span>
          <code>{enrolment.secret.match(/.{1,4}/g)?.join(" ")}</code>
        </p>
        <details className={css.address}>
          <summary>{AUTHENTICATOR.address}</summary>
          <code>{enrolment.uri}</code>
        </details>
        {refusal && <Refusal>{refusal}</Refusal>}
        <CodeField label={AUTHENTICATOR.code} hint={AUTHENTICATOR.hint} {...field("code")} />
      </form>
    </Dialog>
  );
}

/** Cells of the code; the library is loaded with the first one. */
function QrCode({ text }: { text: string }) {
  const [cells, setCells] = useState<boolean[][]>([]);
  useEffect(() => {
    void import("uqr").then(({ encode }) => setCells(encode(text, { ecc: "M", border: 3 }).data));
  }, [text]);
  const path = cells.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ""))).join("");
  return (
    <svg className={css.qr} viewBox={`0 0 ${cells.length} ${cells.length}`} role="img" aria-label={AUTHENTICATOR.qr}>
      <path d={path} />
    </svg>
  );
}
