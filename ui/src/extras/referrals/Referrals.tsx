import * as game from "text:game";
import * as text from "text:referrals";
import * as shared from "text:shared";
import { type Answer, useGet } from "@shared/api/useGet";
import { CharacterName } from "@shared/components/CharacterName";
import { CopyButton } from "@shared/components/CopyButton";
import { ErrorState } from "@shared/components/ErrorState";
import { Meter } from "@shared/components/Meter";
import { Panel } from "@shared/components/Panel";
import { SectionHead } from "@shared/components/SectionHead";
import { Skeleton } from "@shared/components/Skeleton";
import { Table } from "@shared/components/Table";
import { formatShortDay } from "@shared/dates";
import { formatNumber } from "@shared/format";
import * as layout from "@shared/styles/layout.module.css";
import * as css from "./referrals.module.css";

const PATH = "/api/player/referrals";

type ReferralsAnswer = Answer<typeof PATH>;
type Referral = ReferralsAnswer["data"][number];

/** The player's link, and the accounts that registered through it. */
export default function Referrals() {
  const { data, error } = useGet(PATH);
  if (!data)
    return (
      <Panel as="div" aria-busy={!error}>
        {error ? <ErrorState title={text.failed} /> : <Skeleton className={css.skeleton} />}
      </Panel>
    );
  return (
    <section aria-labelledby="referrals">
      <SectionHead id="referrals" title={text.title} />
      <Panel padded className={css.panel}>
        <p>
          {text.terms({
            referrer: formatNumber(data.referrer_coins),
            account: formatNumber(data.account_coins),
            level: formatNumber(data.level),
            hours: formatNumber(data.play_hours),
          })}
        </p>
        <OwnLink code={data.code} />
        <p className={layout.note}>
          {text.rules({ most: formatNumber(data.paid_per_month), hours: formatNumber(data.hold_hours) })}
        </p>
        {data.data.length > 0 && (
          <Table
            labelled
            aria-labelledby="referrals"
            columns={[game.character, shared.status, shared.registered]}
            rows={data.data.map((row) => [
              row.character ? <CharacterName key="name" {...row.character} /> : "–",
              <State key="state" referral={row} terms={data} />,
              formatShortDay(new Date(row.registered_at)),
            ])}
          />
        )}
      </Panel>
    </section>
  );
}

function OwnLink({ code }: { code: string }) {
  const address = `${window.location.origin}/?ref=${code}`;
  return (
    <div className={css.link}>
      <code>{address}</code>
      <CopyButton value={address} copiedText={shared.copied}>
        {shared.copy}
      </CopyButton>
    </div>
  );
}

const portion = (value: number, all: number): string => `${formatNumber(Math.min(value, all))}/${formatNumber(all)}`;

function State({ referral: { state, reason, level, minutes }, terms }: { referral: Referral; terms: ReferralsAnswer }) {
  if (state !== "waiting")
    return (
      <>
        {text[state]}
        {reason && <small className={css.reason}>{reasonOf(reason, terms)}</small>}
      </>
    );
  const hours = Math.floor(minutes / 60);
  const progress = text.progress({ level: portion(level, terms.level), hours: portion(hours, terms.play_hours) });
  const share = Math.min(level / terms.level, hours / terms.play_hours);
  return (
    <div className={css.progress}>
      {progress}
      <Meter label={shared.state} percent={share * 100} text={progress} />
    </div>
  );
}

const reasonOf = (reason: NonNullable<Referral["reason"]>, { open_days: days }: ReferralsAnswer) =>
  reason === "expired" ? text.reasons.expired({ days: formatNumber(days) }) : text.reasons[reason];
