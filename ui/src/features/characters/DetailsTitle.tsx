import { Badge } from "@shared/components/Badge";
import { CRESTS } from "@shared/emblems";
import * as css from "./details-title.module.css";
import { Presence } from "./Presence";
import type { Character } from "./queries";

/** The character's name, class and presence as the head of the dialog. */
export function DetailsTitle({ of }: { of: Character }) {
  return (
    <span className={css.title}>
      {CRESTS[of.race] && <img src={CRESTS[of.race]} width={64} height={64} alt="" />}
      <span className={css.who}>
        {of.title && (
          <span className={css.epithet} title={of.title}>
            <bdi>{of.title}</bdi>{" "}
          </span>
        )}
        <span className={css.name} title={of.name}>
          <bdi>{of.name}</bdi>{" "}
        </span>
        <span className={css.kind}>
          <span>
            {of.class_name} · {of.race_name} · Level {of.level}
          </span>{" "}
          {of.hero && <Badge tone="gold">Hero</Badge>} {of.noble && <Badge tone="gold">Noble</Badge>}{" "}
          <span className={css.presence}>
            <Presence of={of} brief />
          </span>
        </span>
      </span>
    </span>
  );
}
