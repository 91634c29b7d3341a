import * as shared from "text:shared";
import * as text from "text:watch";
import { post, put, remove } from "@shared/api/client";
import { errorText } from "@shared/api/errorText";
import { useGet } from "@shared/api/useGet";
import { Button } from "@shared/components/Button";
import { ConfirmDialog } from "@shared/components/ConfirmDialog";
import { CopyButton } from "@shared/components/CopyButton";
import { Refusal } from "@shared/components/Field";
import { input } from "@shared/components/field.module.css";
import { Link } from "@shared/components/Link";
import { option } from "@shared/components/option.module.css";
import { Skeleton } from "@shared/components/Skeleton";
import { formatDay } from "@shared/dates";
import { useAction } from "@shared/useAction";
import { useId, useState } from "react";
import { DIGEST, type Digest, FEED, type Feed, type FeedAddress } from "./answers";
import * as css from "./settings.module.css";

/** The weekly mail and the private feed of the account. */
export default function WatchSettings() {
  return (
    <div className={css.settings}>
      <WeeklyMail />
      <PrivateFeed />
    </div>
  );
}

function WeeklyMail() {
  const { data, error, mutate } = useGet(DIGEST);
  const { run, isBusy, refusal } = useAction((failure) => errorText(failure, text.notChanged));
  if (error && !data) return <p role="alert">{text.settingsFailed}</p>;
  if (!data) return <Skeleton className={css.skeleton} />;
  const { is_on, is_offered, has_confirmed_email } = data;
  if (!is_offered && !is_on) return null;
  const set = (isOn: boolean) => {
    const next = { ...data, is_on: isOn };
    run(() => mutate(put<Digest>(DIGEST, { is_on: isOn }), { optimisticData: next, revalidate: false }));
  };
  return (
    <section className={css.part}>
      <label className={`${option} ${css.option}`}>
        <input
          type="checkbox"
          checked={is_on}
          disabled={isBusy || !(has_confirmed_email || is_on)}
          onChange={({ target }) => set(target.checked)}
        />
        <span>
          <b>{text.digest}</b>
          <span>{text.digestText}</span>
        </span>
      </label>
      {!has_confirmed_email && (
        <p role="status">
          {text.digestNeedsMail({
            profile: (label) => <Link to="/player?tab=profile">{label}</Link>,
          })}
        </p>
      )}
      {refusal && <Refusal>{refusal}</Refusal>}
    </section>
  );
}

function PrivateFeed() {
  const { data, error, mutate } = useGet(FEED);
  const [address, setAddress] = useState<string | null>(null);
  const [isClosing, setClosing] = useState(false);
  const { run, isBusy, refusal } = useAction((failure) => errorText(failure, text.notChanged));
  if (error && !data) return <p role="alert">{text.settingsFailed}</p>;
  if (!data) return <Skeleton className={css.skeleton} />;
  const open = () =>
    run(async () => {
      setAddress((await post<FeedAddress>(FEED)).address);
      await mutate();
    });
  const close = async () => {
    await remove(FEED);
    setAddress(null);
    setClosing(false);
    await mutate({ ...data, is_open: false, created_at: null } as Feed, { revalidate: false });
  };
  return (
    <section className={css.part}>
      <h3>{text.feed}</h3>
      <p>{text.feedText}</p>
      {address !== null && <Address address={address} />}
      {data.is_open && address === null && data.created_at && (
        <p>{text.feedOpen({ day: formatDay(new Date(data.created_at)) })}</p>
      )}
      <div className={css.actions}>
        <Button busy={isBusy} onClick={open}>
          {data.is_open ? text.feedRenew : text.feedCreate}
        </Button>
        {data.is_open && (
          <Button look="danger" onClick={() => setClosing(true)}>
            {text.feedClose}
          </Button>
        )}
      </div>
      {refusal && <Refusal>{refusal}</Refusal>}
      {isClosing && (
        <ConfirmDialog
          title={text.feedCloseTitle}
          action={text.feedClose}
          cancel={shared.cancel}
          look="danger"
          send={close}
          fallback={text.notChanged}
          onClose={() => setClosing(false)}
        >
          <p>{text.feedCloseText}</p>
        </ConfirmDialog>
      )}
    </section>
  );
}

/** The address that the service gives once. */
function Address({ address }: { address: string }) {
  const id = useId();
  const url = new URL(address, window.location.origin).href;
  return (
    <div className={css.address}>
      <label htmlFor={id}>{text.feedAddress}</label>
      <input className={input} id={id} readOnly value={url} onFocus={({ target }) => target.select()} />
      <CopyButton value={url} copiedText={shared.copied}>
        {shared.copy}
      </CopyButton>
      <p role="status">{text.feedOnce}</p>
    </div>
  );
}
