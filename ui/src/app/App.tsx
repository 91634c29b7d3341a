import { get } from "@shared/api/client";
import { SWRConfig, type SWRConfiguration } from "swr";
import { AppRoutes } from "./AppRoutes";
import { Frame } from "./Frame";

/** Data is fetched once per view; the last data stays on screen until newer data arrives. */
const READS: SWRConfiguration = {
  fetcher: get,
  shouldRetryOnError: false,
  revalidateOnFocus: false,
  revalidateOnReconnect: false,
  keepPreviousData: true,
};

export function App() {
  return (
    <SWRConfig value={READS}>
      <Frame>
        <AppRoutes />
      </Frame>
    </SWRConfig>
  );
}
