import { useEffect, useState } from "react";
import useSWR from "swr";
import { post } from "../api/client";
import type { Body } from "../api/useAdmin";

type Preview = Body<"ContentPreview">;

/** Checks edits as they would be saved, once nothing has been typed for `delayMs`. */
export function usePreview(edits: readonly object[], delayMs: number): Preview | undefined {
  const wanted = JSON.stringify(edits);
  const [asked, setAsked] = useState(delayMs === 0 ? wanted : "[]");
  useEffect(() => {
    const timer = setTimeout(() => setAsked(wanted), delayMs);
    return () => clearTimeout(timer);
  }, [wanted, delayMs]);
  const { data } = useSWR<Preview, Error>(
    asked === "[]" ? null : ["content preview", asked],
    () => post<Preview>("/api/admin/content/preview", { edits: JSON.parse(asked) }),
    { keepPreviousData: true },
  );
  return asked === "[]" ? undefined : data;
}
