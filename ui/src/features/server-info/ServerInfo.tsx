import siege from "art:scene-siege";
import { ICONS as SHARED } from "@shared/components/icons";
import { PageHead } from "@shared/components/PageHead";
import { type Tab, Tabs } from "@shared/components/Tabs";
import * as utility from "@shared/styles/utility.module.css";
import type { ComponentType } from "react";
import { useSearchParams } from "react-router-dom";
import { Bosses } from "./Bosses";
import { Events } from "./Events";
import { FarmZones } from "./FarmZones";
import { General } from "./General";
import { ICONS } from "./icons";
import { Olympiad } from "./Olympiad";
import { Rates } from "./Rates";
import { Sieges } from "./Sieges";

interface Section extends Tab {
  Panel: ComponentType;
}

const GENERAL: Section = { id: "general", label: "General", glyph: SHARED.general, Panel: General };

const SECTIONS: readonly Section[] = [
  GENERAL,
  { id: "rates", label: "Rates", glyph: ICONS.rates, Panel: Rates },
  { id: "events", label: "Events", glyph: ICONS.events, Panel: Events },
  { id: "bosses", label: "Bosses", glyph: SHARED.bosses, Panel: Bosses },
  { id: "olympiad", label: "Olympiad", glyph: ICONS.olympiad, Panel: Olympiad },
  { id: "sieges", label: "Sieges", glyph: ICONS.sieges, Panel: Sieges },
  { id: "zones", label: "Farm Zones", glyph: ICONS.zones, Panel: FarmZones },
];

/** The operator's texts, read at build time; no request is made. */
export default function ServerInfo() {
  const [query] = useSearchParams();
  const { id, Panel } = SECTIONS.find((section) => section.id === query.get("tab")) ?? GENERAL;
  return (
    <>
      <PageHead title="Server Info" picture={siege} scene="siege">
        Rates, bosses, sieges and Olympiad of the Interlude server.
      </PageHead>
      <div className={utility.wrap}>
        <Tabs label="Server Info" tabs={SECTIONS} current={id} />
        <Panel />
      </div>
    </>
  );
}
