import * as shared from "text:shared";
import { ApiError } from "@shared/api/client";
import { hidden } from "@shared/styles/utility.module.css";
import { useState } from "react";
import useSWR, { SWRConfig, type SWRConfiguration } from "swr";
import { get, isSignedOut, SESSION } from "./api/client";
import { setCurrencies } from "./overview/money";
import { LoadError } from "./parts/States";
import { type Session, SessionContext } from "./session";
import { Shell } from "./shell/Shell";
import { ConfirmDialog } from "./sign-in/ConfirmDialog";
import { EnrolFactor } from "./sign-in/EnrolFactor";
import { SignIn } from "./sign-in/SignIn";

const READS: SWRConfiguration = {
  fetcher: get,
  shouldRetryOnError: false,
  revalidateOnFocus: false,
  keepPreviousData: true,
};
const SESSION_CHECK_MS = 60_000;

export function App() {
  return (
    <SWRConfig value={READS}>
      <Gate />
    </SWRConfig>
  );
}

/** Shows the sign-in before the pages; over them when a session has ended, so that nothing typed is lost. */
function Gate() {
  const { data, error, isLoading, mutate } = useSWR<Session, Error>(SESSION, { refreshInterval: SESSION_CHECK_MS });
  const [wasSignedIn, setWasSignedIn] = useState(false);
  const isOut = error instanceof ApiError && isSignedOut(error);
  if (data && !isOut && !wasSignedIn) setWasSignedIn(true);
  if (isLoading && !data) return <p className={hidden}>{shared.loading}</p>;
  if (!data && !isOut) return <LoadError error={error} onRetry={() => mutate()} />;
  if (isOut && !(data && wasSignedIn)) return <SignIn onDone={mutate} />;
  if (!data) return null;
  setCurrencies(data.currency, data.digits);
  if (data.factor_required && !isOut) return <EnrolFactor session={data} onDone={mutate} />;
  return (
    <SessionContext value={data}>
      <div inert={isOut}>
        <Shell />
      </div>
      {isOut ? <SignIn onDone={mutate} hasEnded name={data.name} /> : <ConfirmDialog />}
    </SessionContext>
  );
}
