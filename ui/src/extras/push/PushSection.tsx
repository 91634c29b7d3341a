import * as text from "text:profile";
import { useGet } from "@shared/api/useGet";
import { ListHead } from "@shared/components/ListHead";
import { Panel } from "@shared/components/Panel";
import { Skeleton } from "@shared/components/Skeleton";
import { lazy, Suspense } from "react";
import { PATH } from "./subscription";

const PushPanel = lazy(() => import("./PushPanel"));
const TITLE = "push";

/** The push messages in the player's profile; nothing where the site sends none. */
export default function PushSection() {
  if (useGet(PATH).data?.public_key === null) return null;
  return (
    <section aria-labelledby={TITLE}>
      <ListHead id={TITLE} title={text.pushTitle} note={text.pushLegend} compact />
      <Panel padded>
        <Suspense fallback={<Skeleton />}>
          <PushPanel />
        </Suspense>
      </Panel>
    </section>
  );
}
