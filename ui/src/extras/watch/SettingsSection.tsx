import * as text from "text:watch";
import { ListHead } from "@shared/components/ListHead";
import { Panel } from "@shared/components/Panel";
import { Skeleton } from "@shared/components/Skeleton";
import { lazy, Suspense } from "react";

const WatchSettings = lazy(() => import("./WatchSettings"));
const TITLE = "watch";

/** The mail and the feed about starred things, in the player's profile. */
export default function SettingsSection() {
  return (
    <section aria-labelledby={TITLE}>
      <ListHead id={TITLE} title={text.title} note={text.settingsNote} compact />
      <Panel padded>
        <Suspense fallback={<Skeleton />}>
          <WatchSettings />
        </Suspense>
      </Panel>
    </section>
  );
}
