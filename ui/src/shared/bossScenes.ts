import ant from "art:scene-boss-ant";
import core from "art:scene-boss-core";
import orfen from "art:scene-boss-orfen";
import valakas from "art:scene-boss-valakas";
import valley from "art:scene-dragon-valley";
import type { Source } from "./components/Picture";

const SCENES = new Map([
  [29001, ant],
  [29006, core],
  [29014, orfen],
  [29028, valakas],
]);

/** The drawing of a boss; the dragon valley stands for those without one. */
export const bossScene = (boss: number): Source => SCENES.get(boss) ?? valley;
