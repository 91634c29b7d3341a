import { ApiError, get } from "@shared/api/client";
import { SubjectPaths } from "@shared/SubjectPaths";
import { useSession } from "@shared/stores/session";
import { SWRConfig, type SWRConfiguration } from "swr";
import { AppRoutes, type Screens } from "./AppRoutes";
import { Frame } from "./Frame";

/** Data is fetched once per view; the last data stays on screen until newer data arrives. */
const READS: SWRConfiguration = {
  fetcher: get,
  shouldRetryOnError: false,
  revalidateOnFocus: false,
  revalidateOnReconnect: false,
  keepPreviousData: true,
  onError: (error) => {
    if (error instanceof ApiError && error.code === "account_frozen") useSession.setState({ isFrozen: true });
  },
};

export function App({ screens }: { screens: Screens }) {
  return (
    <SWRConfig value={READS}>
      <SubjectPaths>
        <Frame>
          <AppRoutes screens={screens} />
        </Frame>
      </SubjectPaths>
    </SWRConfig>
  );
}
