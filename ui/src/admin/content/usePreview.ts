import { post } from "@shared/api/client";
import { useEffect, useState } from "react";
import useSWR from "swr";
import type { Body } from "../api/useAdmin";

type Preview = Body<"ContentPreview">;

/** Checks edits as they would be saved, once nothing has been typed for `delayMs`. */
export function usePreview(edits: readonly object[], delayMs: number): Preview | undefined {
  const body = JSON.stringify(edits);
  const [requestedBody, setRequestedBody] = useState(delayMs === 0 ? body : "[]");
  useEffect(() => {
    const timer = setTimeout(() => setRequestedBody(body), delayMs);
    return () => clearTimeout(timer);
  }, [body, delayMs]);
  const { data } = useSWR<Preview, Error>(
    requestedBody === "[]" ? null : ["content preview", requestedBody],
    () => post<Preview>("/api/admin/content/preview", { edits: JSON.parse(requestedBody) }),
    { keepPreviousData: true },
  );
  return requestedBody === "[]" ? undefined : data;
}
