import * as text from "text:adminAccess";
import * as signIn from "text:adminSignIn";
import * as shared from "text:shared";
import { post, remove } from "@shared/api/client";
import { Button } from "@shared/components/Button";
import { formatShortDay } from "@shared/dates";
import { type ReactNode, useState } from "react";
import { mutate as mutateKey } from "swr";
import { SESSION } from "../api/client";
import { type Body, useAdmin } from "../api/useAdmin";
import { type Column, DataTable } from "../parts/DataTable";
import { Drawer } from "../parts/Drawer";
import { small } from "../parts/density.module.css";
import * as layout from "../parts/layout.module.css";
import { Panel } from "../parts/Panel";
import { LoadState } from "../parts/States";
import * as typography from "../parts/typography.module.css";
import { createPasskey, hasPasskeys } from "../passkeys";
import { useSession } from "../session";
import { AppForm, CodeList } from "../sign-in/EnrolFactor";
import { Problem } from "../sign-in/Problem";
import { useSubmit } from "../sign-in/useSubmit";

type OwnFactors = Body<"OwnFactors">;
type FactorSet = Body<"FactorSet">;

interface Row {
  readonly name: string;
  readonly since: string;
  readonly action: ReactNode;
}

const COLUMNS: readonly Column<Row>[] = [
  { title: text.factor, value: ({ name }) => name },
  { title: text.since, kind: "lead", value: ({ since }) => since },
  { title: shared.action, kind: "actions", value: ({ action }) => action },
];

/** The own second factors. Each change asks for a factor again. */
export function Factors() {
  const { data, error, mutate } = useAdmin("/api/admin/factors");
  const [app, setApp] = useState<Body<"TotpEnrolment"> | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const finish = async (set: FactorSet) => {
    setApp(null);
    setCodes(set.codes);
    await Promise.all([mutate(), mutateKey(SESSION)]);
  };
  return (
    <Panel title={text.factors} note={text.factorsNote}>
      {data ? (
        <LoadedFactors factors={data} onApp={setApp} onChange={finish} />
      ) : (
        <LoadState error={error} onRetry={mutate} />
      )}
      {app && (
        <Drawer title={text.app} onClose={() => setApp(null)}>
          <div className={layout.stack}>
            <p className={typography.hint}>{text.replaceNote}</p>
            <p>{signIn.scan}</p>
            <AppForm app={app} onDone={finish} />
          </div>
        </Drawer>
      )}
      {codes && (
        <Drawer title={text.codes} onClose={() => setCodes(null)}>
          <div className={layout.stack}>
            <p>{signIn.codesNote}</p>
            <CodeList codes={codes} />
            <Button look="primary" wide onClick={() => setCodes(null)}>
              {signIn.codesKept}
            </Button>
          </div>
        </Drawer>
      )}
    </Panel>
  );
}

interface LoadedProps {
  factors: OwnFactors;
  onApp: (app: Body<"TotpEnrolment">) => void;
  onChange: (set: FactorSet) => Promise<void>;
}

function LoadedFactors({ factors: { app_since, passkeys, codes }, onApp, onChange }: LoadedProps) {
  const { passkeys: hasDomain } = useSession();
  const unchanged: FactorSet = { codes: null };
  const startApp = async () => onApp(await post(`/api/admin/factors/totp?replace=${app_since !== null}`));
  const addPasskey = async () =>
    onChange(await post("/api/admin/factors/passkeys", { credential: await createPasskey() }));
  const removePasskey = async (id: number) => {
    await remove(`/api/admin/factors/passkeys/${id}`);
    await onChange(unchanged);
  };
  const renewCodes = async () => onChange(await post("/api/admin/factors/recovery-codes"));
  const rows: readonly Row[] = [
    {
      name: text.app,
      since: app_since ? formatShortDay(new Date(app_since)) : text.noApp,
      action: <Act name={app_since ? text.replaceApp : text.addApp} of={text.app} work={startApp} />,
    },
    ...passkeys.map(({ id, name, created_at }) => ({
      name: text.passkey({ name }),
      since: formatShortDay(new Date(created_at)),
      action: <Act name={text.remove} of={name} work={() => removePasskey(id)} />,
    })),
    {
      name: text.codes,
      since: text.codesLeft({ count: codes }),
      action: <Act name={text.renewCodes} of={text.codes} work={renewCodes} />,
    },
  ];
  return (
    <>
      <DataTable caption={text.factors} columns={COLUMNS} rows={rows} keyOf={({ name }) => name} showsAll />
      {hasDomain && hasPasskeys() && (
        <footer>
          <Act name={text.addPasskey} work={addPasskey} />
        </footer>
      )}
    </>
  );
}

/** A button with the error of its work beside it. `of`: what it changes, for a reader of the button alone. */
function Act({ name, of, work }: { name: string; of?: string; work: () => Promise<void> }) {
  const { run, isBusy, problem } = useSubmit(work);
  return (
    <>
      <Button className={small} busy={isBusy} aria-label={of && `${name}: ${of}`} onClick={() => void run()}>
        {name}
      </Button>
      <Problem text={problem} />
    </>
  );
}
