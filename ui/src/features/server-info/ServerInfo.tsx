import panels from "panels:serverInfo";
import * as contentFields from "text:contentFields";
import * as game from "text:game";
import * as text from "text:serverInfo";
import * as shared from "text:shared";
import { ICONS as SHARED_ICONS } from "@shared/components/icons";
import { LATER_ICONS } from "@shared/components/laterIcons";
import { PageHead } from "@shared/components/PageHead";
import { type Tab, Tabs } from "@shared/components/Tabs";
import { PanelAround } from "@shared/panels";
import * as utility from "@shared/styles/utility.module.css";
import type { ComponentProps, ComponentType } from "react";
import { useSearchParams } from "react-router-dom";
import { Bosses } from "./Bosses";
import { Events } from "./Events";
import { FarmZones } from "./FarmZones";
import { General } from "./General";
import { ICONS } from "./icons";
import { Olympiad } from "./Olympiad";
import { Rates } from "./Rates";
import { Sieges } from "./Sieges";
import { SCENES } from "./scenes";

interface Section extends Tab {
  Panel: ComponentType;
  head: Pick<ComponentProps<typeof PageHead>, "picture" | "scene">;
}

const GENERAL: Section = {
  id: "general",
  label: contentFields.general,
  glyph: LATER_ICONS.general,
  Panel: General,
  head: SCENES.siege,
};

const SECTIONS: readonly Section[] = [
  GENERAL,
  { id: "rates", label: contentFields.rates, glyph: ICONS.rates, Panel: Rates, head: SCENES.gate },
  { id: "events", label: shared.events, glyph: ICONS.events, Panel: Events, head: SCENES.harbour },
  { id: "bosses", label: contentFields.bosses, glyph: SHARED_ICONS.bosses, Panel: Bosses, head: SCENES.valley },
  { id: "olympiad", label: text.olympiad, glyph: ICONS.olympiad, Panel: Olympiad, head: SCENES.colosseum },
  { id: "sieges", label: game.sieges, glyph: ICONS.sieges, Panel: Sieges, head: SCENES.siege },
  { id: "zones", label: text.zones, glyph: ICONS.zones, Panel: FarmZones, head: SCENES.forest },
];

/** The operator's texts. Extras put the present of the game into them. */
export default function ServerInfo() {
  const [query] = useSearchParams();
  const { id, Panel, head } = SECTIONS.find((section) => section.id === query.get("tab")) ?? GENERAL;
  return (
    <>
      <PageHead title={text.title} {...head}>
        {text.lead}
      </PageHead>
      <div className={utility.wrap}>
        <Tabs label={text.tabs} tabs={SECTIONS} current={id} />
        <PanelAround of={panels} tab={id}>
          <Panel />
        </PanelAround>
      </div>
    </>
  );
}
