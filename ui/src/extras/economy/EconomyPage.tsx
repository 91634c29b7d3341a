import town from "art:scene-dwarven-town";
import * as text from "text:economyReport";
import { useIsHydrated } from "@shared/api/firstFrame";
import { useSite } from "@shared/api/useSite";
import { classes } from "@shared/components/classes";
import { PageHead } from "@shared/components/PageHead";
import { Skeleton } from "@shared/components/Skeleton";
import * as utility from "@shared/styles/utility.module.css";
import { EconomyReport } from "./EconomyReport";
import * as css from "./economy-report.module.css";

/** Adena and items of the last calendar month, of a site that publishes them. */
export default function EconomyPage() {
  const isPublished = useSite().data?.economy_report ?? false;
  const isHydrated = useIsHydrated();
  return (
    <>
      <PageHead title={text.title} picture={town} scene="gate">
        {text.lead}
      </PageHead>
      <div className={classes(utility.wrap, css.page)}>
        {isPublished || isHydrated ? <EconomyReport /> : <Skeleton className={css.skeleton} />}
      </div>
    </>
  );
}
