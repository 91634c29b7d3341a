import { ApiError, get } from "@shared/api/client";
import { useSession } from "@shared/stores/session";
import { SWRConfig, type SWRConfiguration } from "swr";
import { Frame } from "./Frame";
import { Screens } from "./Screens";

/** Nothing is asked twice behind the reader's back, and what is shown stays until something newer has come. */
const READS: SWRConfiguration = {
  fetcher: get,
  shouldRetryOnError: false,
  revalidateOnFocus: false,
  revalidateOnReconnect: false,
  keepPreviousData: true,
  onError: leaveWhenRefused,
};

export function App() {
  return (
    <SWRConfig value={READS}>
      <Frame>
        <Screens />
      </Frame>
    </SWRConfig>
  );
}

/** A token that the service no longer takes leads to the login, not to an endless Try Again. */
function leaveWhenRefused(error: unknown) {
  if (error instanceof ApiError && error.status === 401) useSession.getState().signOut();
}
