import { get } from "@shared/api/client";
import { SWRConfig, type SWRConfiguration } from "swr";
import { AppRoutes } from "./AppRoutes";
import { Frame } from "./Frame";

/** Nothing is asked twice behind the reader's back, and what is shown stays until something newer has come. */
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
