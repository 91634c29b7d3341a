import * as text from "text:clan";
import { titles } from "text:pages";
import { ApiError } from "@shared/api/client";
import { type Answer, useGet } from "@shared/api/useGet";
import { CharacterName, ClanName } from "@shared/components/CharacterName";
import { ErrorState } from "@shared/components/ErrorState";
import { NoPublicPage } from "@shared/components/NoPublicPage";
import { Panel } from "@shared/components/Panel";
import { PublicHead } from "@shared/components/PublicHead";
import { Skeleton } from "@shared/components/Skeleton";
import { Standing, StandingList } from "@shared/components/StandingList";
import { Cell, Row, RowHeader, Table } from "@shared/components/Table";
import { useSiteTexts } from "@shared/content";
import { formatAverage } from "@shared/dates";
import { formatNumber } from "@shared/format";
import { paths } from "@shared/paths";
import * as utility from "@shared/styles/utility.module.css";
import { useNameInPath } from "@shared/useNameInPath";
import { useEffect } from "react";
import * as css from "./clan.module.css";

type ClanPage = Answer<"/api/clans/{name}">;

/** The public page of a clan. */
export default function Clan() {
  const name = useNameInPath(paths.clan);
  const { data, error } = useGet(`/api/clans/${encodeURIComponent(name)}` as "/api/clans/{name}");
  const { name: site, game } = useSiteTexts();
  const title = data && titles["/clan/:name"]({ title: data.clan.clan_name, name: site, game });
  useEffect(() => {
    if (title) document.title = title;
  }, [title]);
  if (data === null || (error instanceof ApiError && error.status === 404)) return <NoPublicPage />;
  if (error && !data) return <ErrorState title={text.failed} />;
  if (!data) return <LoadingSkeleton />;
  const { clan, leader, members } = data;
  const leaderRace = members.find((member) => member.is_leader)?.race ?? 0;
  return (
    <>
      <PublicHead name={clan.clan_name} race={leaderRace} level={clan.level} levelLabel={text.level}>
        {leader && <p>{text.leads({ name: <CharacterName {...leader} /> })}</p>}
        {clan.alliance !== null && <p>{text.allies({ name: clan.alliance })}</p>}
      </PublicHead>
      <div className={utility.wrap}>
        <StandingList>
          <Standing
            label={text.rank}
            value={`#${formatNumber(clan.rank)}`}
            note={`${formatNumber(clan.pvp_kills)} ${text.pvp}`}
          />
          <Standing
            label={text.members}
            value={formatNumber(clan.members)}
            note={`${text.averageLevel} ${formatAverage(clan.average_level)}`}
          />
          <Standing label={text.pk} value={formatNumber(clan.pk_kills)} />
          <Standing label={text.reputation} value={formatNumber(clan.reputation)} />
        </StandingList>
        <Panel className={css.members} aria-labelledby="members">
          <h2 id="members">{text.membersShown}</h2>
          <Table
            cards={false}
            caption={text.membersShown}
            columns={[
              text.character,
              { name: text.level, className: css.end },
              text.className,
              { name: text.pvp, className: css.end },
            ]}
          >
            {members.map((member, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: hidden members have nothing of their own
              <MemberRow key={index} member={member} />
            ))}
          </Table>
        </Panel>
        {data.allies.length > 0 && <ClanList title={text.allies({ name: clan.alliance ?? "" })} clans={data.allies} />}
        {data.also_named.length > 0 && <ClanList title={text.others} clans={data.also_named} />}
      </div>
    </>
  );
}

function MemberRow({ member }: { member: ClanPage["members"][number] }) {
  return (
    <Row>
      <RowHeader>
        <CharacterName {...member} />
        {member.is_leader && <small className={css.leader}>{text.leader}</small>}
      </RowHeader>
      <Cell className={css.end}>{member.level ?? "–"}</Cell>
      <Cell>{member.class_name ?? text.kept}</Cell>
      <Cell className={css.end}>{member.pvp_kills === null ? "–" : formatNumber(member.pvp_kills)}</Cell>
    </Row>
  );
}

function ClanList({ title, clans }: { title: string; clans: ClanPage["allies"] }) {
  return (
    <Panel padded className={css.clans} aria-label={title}>
      <h2>{title}</h2>
      <ul>
        {clans.map((clan) => (
          <li key={clan.clan_id}>
            <ClanName name={clan.clan_name} id={clan.clan_id} /> · {text.level} {clan.level}
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function LoadingSkeleton() {
  return (
    <div className={utility.wrap} role="status">
      <span className={utility.hidden}>{text.loading}</span>
      <Skeleton className={css.loading} />
    </div>
  );
}
