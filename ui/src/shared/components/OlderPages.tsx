import * as shared from "text:shared";
import { useState } from "react";
import { get } from "../api/client";
import { address } from "../api/useGet";
import { Button } from "./Button";

interface Older<Page> {
  /** The first page and those that were loaded after it; empty without a first one. */
  pages: readonly Page[];
  /** Asks for the next page; missing after the last one. */
  load: (() => Promise<void>) | undefined;
  state: "idle" | "loading" | "failed";
}

/** Pages of a list from the newest on: each names in `next` what the one after it lies `before`. */
export function useOlderPages<Page extends { next: string | number | null }>(
  first: Page | undefined,
  path: string,
  query?: object,
): Older<Page> {
  const [older, setOlder] = useState<readonly Page[]>([]);
  const [state, setState] = useState<Older<Page>["state"]>("idle");
  const pages = first ? [first, ...older] : [];
  const before = pages.at(-1)?.next ?? null;
  const load = async () => {
    setState("loading");
    try {
      const page = await get<Page>(address(path, { ...query, before }));
      setOlder([...older, page]);
      setState("idle");
    } catch {
      setState("failed");
    }
  };
  return { pages, state, load: before === null ? undefined : load };
}

/** The button below a list of `useOlderPages`. */
export const OlderButton = ({
  older: { load, state },
  className,
}: {
  older: Older<unknown>;
  className?: string | undefined;
}) =>
  load && (
    <p className={className}>
      <Button busy={state === "loading"} onClick={() => void load()}>
        {shared.older}
      </Button>
    </p>
  );
