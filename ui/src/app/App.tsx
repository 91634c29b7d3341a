import { ApiError, get, getCurrent } from "@shared/api/client";
import { SubjectPaths } from "@shared/SubjectPaths";
import { useSession } from "@shared/stores/session";
import { SWRConfig, type SWRConfiguration } from "swr";
import { AppRoutes, type Screens } from "./AppRoutes";
import { Frame } from "./Frame";

const { cache } = SWRConfig.defaultValue;

/**
 * Data is fetched once per view; the last data stays on screen until newer data arrives. A refresh would be answered
 * from a stale copy in the browser's cache, and shown one period later, so it asks the service.
 */
const READS: SWRConfiguration = {
  fetcher: (path: string) => (cache.get(path)?.data === undefined ? get(path) : getCurrent(path)),
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
