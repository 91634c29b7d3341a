import * as text from "text:adminSignIn";
import * as shared from "text:shared";
import { post } from "@shared/api/client";
import { Button } from "@shared/components/Button";
import { classes } from "@shared/components/classes";
import { Field } from "@shared/components/Field";
import { Skeleton } from "@shared/components/Skeleton";
import { lazy, Suspense, useState } from "react";
import type { Body } from "../api/useAdmin";
import { Icon } from "../parts/Icon";
import * as typography from "../parts/typography.module.css";
import { createPasskey, hasPasskeys } from "../passkeys";
import type { Session } from "../session";
import { Card } from "./Card";
import * as css from "./card.module.css";
import { Problem } from "./Problem";
import { useSubmit } from "./useSubmit";

const QrCode = lazy(() => import("@features/profile/QrCode"));

type FactorSet = Body<"FactorSet">;

interface Props {
  session: Session;
  onDone: () => Promise<unknown>;
}

/** A new operator sets up a second factor before anything else. */
export function EnrolFactor({ session, onDone }: Props) {
  const [app, setApp] = useState<Body<"TotpEnrolment"> | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const finish = async (set: FactorSet) => (set.codes ? setCodes(set.codes) : void (await onDone()));
  const byApp = useSubmit(async () => setApp(await post("/api/admin/factors/totp")));
  const byPasskey = useSubmit(async () =>
    finish(await post("/api/admin/factors/passkeys", { credential: await createPasskey() })),
  );
  if (codes) return <RecoveryCodes codes={codes} onDone={onDone} />;
  if (app)
    return (
      <Card title={text.addApp} note={text.scan}>
        <AppForm app={app} onDone={finish} />
      </Card>
    );
  return (
    <Card title={text.enrol} note={text.enrolNote({ name: session.name })}>
      {session.passkeys && hasPasskeys() && (
        <Button look="primary" wide busy={byPasskey.isBusy} onClick={byPasskey.run}>
          <Icon name="key" />
          {text.addPasskey}
        </Button>
      )}
      <Button wide busy={byApp.isBusy} onClick={byApp.run}>
        <Icon name="phone" />
        {text.addApp}
      </Button>
      <Problem text={byApp.problem || byPasskey.problem} />
    </Card>
  );
}

interface AppFormProps {
  app: Body<"TotpEnrolment">;
  onDone: (set: FactorSet) => Promise<void>;
}

/** The secret of an authenticator app, and the code that proves that the app has it. */
export function AppForm({ app, onDone }: AppFormProps) {
  const [code, setCode] = useState("");
  const { submit, isBusy, fields, problem } = useSubmit(async () =>
    onDone(await post("/api/admin/factors/totp/confirm", { code })),
  );
  return (
    <>
      <Suspense fallback={<Skeleton />}>
        <QrCode content={app.uri} label={text.qrCode} className={css.qr} />
      </Suspense>
      <p className={typography.hint}>
        {text.secret} <span className={classes(typography.mono, typography.anywhere)}>{app.secret}</span>
      </p>
      <form onSubmit={submit} noValidate>
        <Field
          label={text.code}
          error={fields.code}
          value={code}
          onChange={(event) => setCode(event.target.value)}
          autoComplete="one-time-code"
          inputMode="numeric"
          autoFocus
        />
        <Problem text={problem} />
        <Button type="submit" look="primary" wide busy={isBusy}>
          {shared.confirm}
        </Button>
      </form>
    </>
  );
}

function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => Promise<unknown> }) {
  return (
    <Card title={shared.recoveryCodes} note={text.codesNote}>
      <CodeList codes={codes} />
      <Button look="primary" wide onClick={() => void onDone()}>
        {text.codesKept}
      </Button>
    </Card>
  );
}

export const CodeList = ({ codes }: { codes: readonly string[] }) => (
  <ul className={classes(css.codes, typography.mono)}>
    {codes.map((code) => (
      <li key={code}>{code}</li>
    ))}
  </ul>
);
