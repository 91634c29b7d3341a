import { castles, sieges } from "@content/server-info.json";
import { classes } from "@shared/components/classes";
import { Glyph } from "@shared/components/Icon";
import { Panel } from "@shared/components/Panel";
import * as utility from "@shared/styles/utility.module.css";
import { ICONS } from "./icons";
import { ResponsiveTable } from "./ResponsiveTable";
import * as css from "./sieges.module.css";

type Castle = (typeof castles)[number];

const TERMS = [
  ["When", sieges.day, sieges.time],
  ["Lasts", sieges.duration, null],
  ["Registration", sieges.registration, null],
  ["Clan limit", sieges.clan_limit, null],
  ["Zerg", sieges.zerg, null],
] as const;

export function Sieges() {
  return (
    <>
      <Panel as="dl" className={css.terms} aria-label="Siege rules">
        {TERMS.map(([term, value, note]) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd className={classes(term === "Zerg" && css.forbidden)}>
              {value}
              {note && <small>{note}</small>}
            </dd>
          </div>
        ))}
      </Panel>
      <ResponsiveTable
        title="Castles"
        rows={castles}
        nameOf={({ castle }) => castle}
        columns={[
          { name: "Castle", show: nameOf },
          { name: "Owner", show: ownerOf },
          { name: "Next siege", show: ({ next_siege }) => next_siege },
          { name: "Defenders", end: true, show: ({ defenders }) => defenders },
          { name: "Challengers", end: true, show: ({ challengers }) => challengers },
        ]}
      />
    </>
  );
}

const nameOf = ({ castle }: Castle) => (
  <span className={css.castle}>
    <Glyph path={ICONS.sieges} />
    {castle}
  </span>
);

/** The data say `Available` for a castle without an owner. */
const ownerOf = ({ owner }: Castle) =>
  owner === "Available" ? <span className={utility.muted}>No Owner</span> : owner;
