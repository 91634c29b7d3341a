import * as shared from "text:shared";
import * as text from "text:votes";
import { post } from "@shared/api/client";
import { errorText } from "@shared/api/errorText";
import { type Answer, useGet } from "@shared/api/useGet";
import { AnchorButton, Button } from "@shared/components/Button";
import { ErrorState } from "@shared/components/ErrorState";
import { Glyph } from "@shared/components/Icon";
import { LeaderList } from "@shared/components/LeaderList";
import { Panel } from "@shared/components/Panel";
import { COIN_ICON } from "@shared/components/playerIcons";
import { SectionHead } from "@shared/components/SectionHead";
import { Skeleton } from "@shared/components/Skeleton";
import { Table } from "@shared/components/Table";
import { formatMoment, formatMomentWithin } from "@shared/dates";
import { formatRemaining } from "@shared/durations";
import { formatNumber } from "@shared/format";
import * as layout from "@shared/styles/layout.module.css";
import { useMinute } from "@shared/useMinute";
import { useState } from "react";
import { streakOf } from "./streak";
import * as css from "./votes.module.css";

const PATH = "/api/player/votes";
const REFRESH_MS = 30_000;

type VotesAnswer = Answer<typeof PATH>;
type Site = VotesAnswer["sites"][number];
type Check = { outcome: keyof typeof text.outcomes };

const moment = (time: string) => formatMoment(new Date(time), new Date());

/** Sites on which the player votes for coins, and the receipts. */
export default function Votes() {
  const { data, error, mutate } = useGet(PATH, undefined, { refreshInterval: REFRESH_MS });
  if (!data)
    return (
      <Panel as="div" aria-busy={!error}>
        {error ? <ErrorState title={text.failed} /> : <Skeleton className={css.skeleton} />}
      </Panel>
    );
  return (
    <>
      <section aria-labelledby="vote-sites">
        <SectionHead id="vote-sites" title={text.sites} />
        <ul className={css.sites}>
          {data.sites.map((site) => (
            <SiteCard key={site.name} site={site} onChecked={() => mutate()} />
          ))}
        </ul>
        <p className={css.note}>{text.note({ hours: formatNumber(data.hold_hours) })}</p>
      </section>
      <VoteFigures votes={data} />
      <Receipts receipts={data.receipts} />
    </>
  );
}

/** The next vote and the days in a row. */
function VoteFigures({ votes: { sites, receipts } }: { votes: VotesAnswer }) {
  const now = useMinute() ?? new Date();
  const next = sites.length > 0 && sites.every(({ next_at }) => next_at) ? firstOf(sites) : null;
  const streak = streakOf(
    receipts.map(({ at }) => new Date(at)),
    now,
  );
  return (
    <Panel padded>
      <LeaderList
        rows={[
          [text.nextVote, next ? formatRemaining(next, now) : shared.now],
          [text.streak, text.days({ count: streak })],
        ]}
      />
    </Panel>
  );
}

const firstOf = (sites: readonly Site[]) =>
  new Date(Math.min(...sites.map(({ next_at }) => Date.parse(next_at ?? ""))));

function SiteCard({ site, onChecked }: { site: Site; onChecked: () => void }) {
  const [message, setMessage] = useState("");
  const [isAsking, setAsking] = useState(false);
  const now = useMinute() ?? new Date();
  const check = () => {
    setAsking(true);
    post<Check>(`${PATH}/${site.name}/check`)
      .then(({ outcome }) => setMessage(text.outcomes[outcome]))
      .catch((error: unknown) => setMessage(errorText(error, text.outcomes.unavailable)))
      .finally(() => {
        setAsking(false);
        onChecked();
      });
  };
  return (
    <Panel as="li" padded className={css.site}>
      <h3>{site.title}</h3>
      <p className={css.terms}>
        <Glyph path={COIN_ICON} />
        {text.terms({ coins: formatNumber(site.coins), hours: formatNumber(site.hours) })}
      </p>
      {site.next_at && (
        <p className={css.next}>
          {text.next({ time: formatMomentWithin(new Date(site.next_at), now) })}{" "}
          <b>{formatRemaining(new Date(site.next_at), now)}</b>
        </p>
      )}
      {site.sends_address && <p className={css.note}>{text.address({ site: site.title })}</p>}
      <p role="status">{message}</p>
      {!site.next_at && (
        <div className={layout.cluster3}>
          <AnchorButton look="secondary" href={site.link} target="_blank" rel="noopener noreferrer">
            {text.vote}
          </AnchorButton>
          {site.is_asked && (
            <Button look="ghost" busy={isAsking} onClick={check}>
              {text.check}
            </Button>
          )}
        </div>
      )}
    </Panel>
  );
}

function Receipts({ receipts }: { receipts: VotesAnswer["receipts"] }) {
  return (
    <section aria-labelledby="vote-receipts">
      <SectionHead id="vote-receipts" title={text.receipts} />
      {receipts.length === 0 ? (
        <p className={css.note}>{shared.noVotes}</p>
      ) : (
        <Panel as="div">
          <Table
            cards={false}
            aria-labelledby="vote-receipts"
            rows={receipts}
            keyOf={({ id }) => id}
            columns={[
              { name: shared.site, show: ({ title }) => title },
              { name: shared.coins, show: ({ coins }) => `+${formatNumber(coins)}` },
              { name: shared.time, show: ({ at }) => <time dateTime={at}>{moment(at)}</time> },
            ]}
          />
        </Panel>
      )}
    </section>
  );
}
