import * as text from "text:dataProtection";
import { ListHead } from "@shared/components/ListHead";
import { Panel } from "@shared/components/Panel";
import { Skeleton } from "@shared/components/Skeleton";
import { lazy, Suspense } from "react";
import * as css from "./data-section.module.css";

const AccountData = lazy(() => import("./AccountData"));
const TITLE = "my-data";

/** Export, erasure and accepted texts of the account, in the player's profile. */
export default function DataSection() {
  return (
    <section aria-labelledby={TITLE}>
      <ListHead id={TITLE} title={text.title} note={text.note} compact />
      <Panel padded>
        <Suspense fallback={<Skeleton className={css.skeleton} />}>
          <AccountData />
        </Suspense>
      </Panel>
    </section>
  );
}
