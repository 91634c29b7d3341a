import { classes } from "@shared/components/classes";
import { useExtra } from "@shared/extras";
import * as utility from "@shared/styles/utility.module.css";
import { WorldPulse } from "./clock/WorldPulse";
import { Figures } from "./Figures";
import { Hero } from "./Hero";
import * as css from "./home.module.css";
import { Movers } from "./Movers";
import { News } from "./News";
import { SiegeBand } from "./SiegeBand";
import { StatusCard } from "./StatusCard";
import { TopPlayers } from "./TopPlayers";
import { World } from "./World";

export default function Home() {
  const hasWorld = useExtra("world");
  const hasHistory = useExtra("history");
  return (
    <>
      <Hero />
      <div className={classes(utility.wrap, css.home)}>
        <StatusCard />
        {hasWorld && <WorldPulse />}
        <Figures />
        <div className={css.recent}>
          {hasHistory && <Movers />}
          <News />
        </div>
        <TopPlayers />
        <World />
        <SiegeBand />
      </div>
    </>
  );
}
