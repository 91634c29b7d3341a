import skyline from "art:skyline";
import panels from "panels:world";
import * as text from "text:world";
import { useGet } from "@shared/api/useGet";
import { EmptyState } from "@shared/components/EmptyState";
import { MoreLink } from "@shared/components/MoreLink";
import { PageHead } from "@shared/components/PageHead";
import { Tabs } from "@shared/components/Tabs";
import { Panels } from "@shared/panels";
import { paths } from "@shared/paths";
import * as utility from "@shared/styles/utility.module.css";
import type { ComponentType } from "react";
import { useSearchParams } from "react-router-dom";
import { Bosses } from "./Bosses";
import { Castles } from "./Castles";
import { Halls } from "./Halls";
import { ICONS } from "./icons";
import { Olympiad } from "./Olympiad";
import { SevenSigns } from "./SevenSigns";
import { Wars } from "./Wars";
import * as css from "./world.module.css";

const PANELS = {
  bosses: Bosses,
  castles: Castles,
  halls: Halls,
  olympiad: Olympiad,
  signs: SevenSigns,
  wars: Wars,
} satisfies Record<string, ComponentType>;

const BLOCKS = Object.keys(PANELS) as (keyof typeof PANELS)[];

/** The game's world as it is now: a tab for each part that the server records. */
export default function World() {
  const [query] = useSearchParams();
  const { data } = useGet("/api/world/pulse");
  const blocks = data?.blocks ?? BLOCKS;
  const current = BLOCKS.find((block) => block === query.get("tab")) ?? blocks[0] ?? "wars";
  const Panel = PANELS[current];
  const tabs = blocks.map((id) => ({ id, label: text.blocks[id], glyph: ICONS[id] }));
  return (
    <>
      <PageHead title={text.title} picture={skyline} scene="siege">
        {text.lead}
      </PageHead>
      <div className={utility.wrap}>
        <p className={css.events}>
          <MoreLink to={paths.events}>{text.events}</MoreLink> <Panels of={panels} />
        </p>
        <Tabs label={text.title} tabs={tabs} current={current} />
        {blocks.includes(current) ? (
          <Panel />
        ) : (
          <EmptyState title={text.notRecorded}>{text.notRecordedText}</EmptyState>
        )}
      </div>
    </>
  );
}
