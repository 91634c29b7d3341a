import * as text from "text:reports";
import { CharacterName, ClanName } from "@shared/components/CharacterName";
import { Disclosure } from "@shared/components/Disclosure";
import { MoreLink } from "@shared/components/MoreLink";
import { Panel } from "@shared/components/Panel";
import { SectionHead } from "@shared/components/SectionHead";
import { CRESTS } from "@shared/emblems";
import { bossPath } from "@shared/placePaths";
import type { BossAnswer } from "./answers";
import * as css from "./reports.module.css";

type Killer = BossAnswer["party"][number];

/** A party has nine players at most: more than three parties are grouped by clan. */
const MAX_LISTED = 27;

/** Everybody whom the raid points credit, with class, level and clan of the kill. */
export function Party({ report: { boss, party, name } }: { report: BossAnswer }) {
  const hidden = party.filter(({ privacy }) => privacy === "hidden").length;
  return (
    <section aria-labelledby="party" className={css.section}>
      <SectionHead title={text.party} id="party">
        <MoreLink to={bossPath(boss)}>{text.bossPage({ name })}</MoreLink>
      </SectionHead>
      <Panel padded>
        {party.length > MAX_LISTED ? <ByClan party={party} /> : <Members party={party} />}
        <p className={css.note}>
          {party.length > 0 ? text.credited({ name }) : text.noKillers}{" "}
          {hidden > 0 && text.hiddenPlayers({ count: hidden })}
        </p>
      </Panel>
    </section>
  );
}

function ByClan({ party }: { party: readonly Killer[] }) {
  const clans = new Map<number, Killer[]>();
  for (const killer of party) {
    const id = killer.clan?.clan_id ?? 0;
    clans.set(id, [...(clans.get(id) ?? []), killer]);
  }
  return [...clans].map(([id, members]) => (
    <Disclosure
      key={id}
      summary={text.clanOfParty({ name: members[0]?.clan?.name ?? text.noClan, count: members.length })}
    >
      <Members party={members} />
    </Disclosure>
  ));
}

function Members({ party }: { party: readonly Killer[] }) {
  return (
    <ul className={css.party}>
      {party.map((killer, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: hidden players have nothing of their own
        <li key={index}>
          <img src={CRESTS[killer.race]} width={26} height={26} alt="" />
          <span>
            <b>
              <CharacterName {...killer} />
            </b>
            <small>
              {killer.class_name}
              {killer.clan && (
                <>
                  {" · "}
                  <ClanName name={killer.clan.name} id={killer.clan.clan_id} hidden={killer.clan.hidden} />
                </>
              )}
            </small>
          </span>
          <span className={css.level}>{killer.level}</span>
        </li>
      ))}
    </ul>
  );
}
