import panels from "panels:home";
import own from "panels:ownDay";
import { classes } from "@shared/components/classes";
import { prepareDonationNotes } from "@shared/components/DonationNotes";
import type { PageExtras } from "@shared/content";
import { Panels, usePanels } from "@shared/panels";
import { useSession } from "@shared/stores/session";
import * as utility from "@shared/styles/utility.module.css";
import { Suspense } from "react";
import { Figures } from "./Figures";
import { Hero } from "./Hero";
import * as css from "./home.module.css";
import { News } from "./News";
import { SiegeBand } from "./SiegeBand";
import { StatusCard } from "./StatusCard";
import { TopPlayers } from "./TopPlayers";
import { World } from "./World";

/** Loads what the service renders with the page. */
export const prepare = (_search: string, extras?: PageExtras) => prepareDonationNotes(extras);

export default function Home() {
  const isReserved = usePanels(own).length > 0;
  const hasSession = useSession(({ isAuthenticated, isFrozen }) => isAuthenticated && !isFrozen);
  return (
    <>
      <Hero />
      <div className={classes(utility.wrap, css.home, isReserved && css.reserved)}>
        <StatusCard />
        {isReserved && hasSession && (
          <div className={css.own}>
            <Suspense>
              <Panels of={own} />
            </Suspense>
          </div>
        )}
        <Figures />
        <News />
        <TopPlayers />
        <World />
        <SiegeBand />
        <Panels of={panels} />
      </div>
    </>
  );
}
