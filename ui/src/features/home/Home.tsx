import panels from "panels:home";
import { classes } from "@shared/components/classes";
import { Panels } from "@shared/panels";
import * as utility from "@shared/styles/utility.module.css";
import { Figures } from "./Figures";
import { Hero } from "./Hero";
import * as css from "./home.module.css";
import { News } from "./News";
import { SiegeBand } from "./SiegeBand";
import { StatusCard } from "./StatusCard";
import { TopPlayers } from "./TopPlayers";
import { World } from "./World";

export default function Home() {
  return (
    <>
      <Hero />
      <div className={classes(utility.wrap, css.home)}>
        <StatusCard />
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
