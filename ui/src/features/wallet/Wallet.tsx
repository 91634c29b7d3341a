import panels from "panels:wallet";
import * as game from "text:game";
import * as shared from "text:shared";
import * as text from "text:wallet";
import { useGet } from "@shared/api/useGet";
import { useIsOn } from "@shared/api/useSite";
import { Button } from "@shared/components/Button";
import { classes } from "@shared/components/classes";
import { DonationNotes } from "@shared/components/DonationNotes";
import { Glyph, Icon } from "@shared/components/Icon";
import { LATER_ICONS } from "@shared/components/laterIcons";
import { COIN_ICON } from "@shared/components/playerIcons";
import { Skeleton } from "@shared/components/Skeleton";
import { VisuallyHidden } from "@shared/components/VisuallyHidden";
import { useSiteTexts } from "@shared/content";
import { Panels } from "@shared/panels";
import { useRefresh } from "@shared/stores/refresh";
import { lazy, Suspense, useCallback, useEffect, useState } from "react";
import { mutate } from "swr";
import { Amount } from "./Amount";
import { DeliveryWatcher } from "./DeliveryWatcher";
import { useStoredToggle } from "./useStoredToggle";
import { useWideScreen } from "./useWideScreen";
import { type Coins, WalletNotes } from "./WalletNotes";
import { type Balances, WalletTable } from "./WalletTable";
import * as css from "./wallet.module.css";

const SendDialog = lazy(() => import("./deliveries/SendDialog"));

const ADENA =
  "M4.5 7a7.5 3.5 0 1 0 15 0a7.5 3.5 0 1 0 -15 0ZM4.5 7v5c0 1.9 3.4 3.5 7.5 3.5s7.5-1.6 7.5-3.5V7M4.5 12v5c0 1.9 3.4 3.5 7.5 3.5s7.5-1.6 7.5-3.5v-5";

const HIDDEN = "wallet_hidden";

/** Balances: a panel on large screens, the two sums on others. */
export function Wallet() {
  return useWideScreen() ? <WalletContent /> : <WalletSums />;
}

/** Both sums in a line, which keeps its place while they load. */
function WalletSums() {
  const { data } = useGet("/api/player/balances");
  useReload();
  const [hidden] = useStoredToggle(HIDDEN, false);
  return <div className={css.line}>{data && <Sums balances={data} hidden={hidden} />}</div>;
}

/** Loads the balances again. Code that changes money triggers it as "wallet" (`useRefresh`). */
function useReload() {
  const register = useRefresh((registry) => registry.register);
  const reload = useCallback(() => {
    // Coins are optional and left out if they fail; a failure of the balances is shown.
    mutate("/api/player/coins").catch(() => undefined);
    return mutate("/api/player/balances").catch(() => undefined);
  }, []);
  useEffect(() => register("wallet", () => void reload()), [register, reload]);
  return reload;
}

function WalletContent() {
  const { data, error, isValidating } = useGet("/api/player/balances");
  const { data: coins } = useGet("/api/player/coins");
  const [announcement, setAnnouncement] = useState("");
  const [sending, setSending] = useState(false);
  const reload = useReload();
  const refresh = async () => {
    setAnnouncement("");
    if (await reload()) setAnnouncement(text.refreshed);
  };
  const hasTransit = (coins?.in_transit ?? 0) > 0;
  return (
    <section className={css.wallet} aria-label={text.wallet} aria-busy={isValidating}>
      <VisuallyHidden>
        <span role="status">{data || error ? announcement : text.loading}</span>
      </VisuallyHidden>
      {error ? (
        <div className={css.message}>
          <p role="alert">
            <Icon name="alert" />
            {text.failed}
          </p>
          <Button look="ghost" busy={isValidating} onClick={refresh}>
            {text.retry}
          </Button>
        </div>
      ) : data ? (
        <WalletPanel
          balances={data}
          coins={coins}
          isBusy={isValidating}
          onRefresh={refresh}
          onSend={() => setSending(true)}
        />
      ) : (
        <div className={css.message}>
          <Skeleton className={css.skeleton} />
          <Skeleton className={css.skeleton} />
          <Skeleton className={css.skeleton} />
        </div>
      )}
      {hasTransit && <DeliveryWatcher />}
      {sending && (
        <Suspense>
          <SendDialog onClose={() => setSending(false)} />
        </Suspense>
      )}
    </section>
  );
}

interface WalletPanelProps {
  balances: Balances;
  coins: Coins | undefined;
  isBusy: boolean;
  onRefresh: () => void;
  onSend: () => void;
}

function WalletPanel({ balances, coins, isBusy, onRefresh, onSend }: WalletPanelProps) {
  const [hidden, toggleHidden] = useStoredToggle(HIDDEN, false);
  const [open, toggleOpen] = useStoredToggle("wallet_open", false);
  const isOn = useIsOn("deliveries");
  const { coins: coinNames } = useSiteTexts();
  const canSend = isOn && coins?.can_send && coins.available > 0;
  return (
    <>
      <div className={css.top}>
        <Sums balances={balances} hidden={hidden} />
        <div className={css.tools}>
          <Button look="ghost" icon aria-label={hidden ? text.show : text.hide} onClick={toggleHidden}>
            <Glyph path={hidden ? LATER_ICONS.eyeOff : LATER_ICONS.eye} />
          </Button>
          <Button
            look="ghost"
            icon
            className={classes(isBusy && css.turning)}
            aria-label={text.refresh}
            aria-disabled={isBusy}
            onClick={() => !isBusy && onRefresh()}
          >
            <Icon name="refresh" />
          </Button>
          <Button
            look="ghost"
            icon
            aria-label={open ? text.collapse : text.expand}
            aria-expanded={open}
            onClick={toggleOpen}
          >
            <Icon name={open ? "up" : "down"} />
          </Button>
        </div>
      </div>
      {open && (
        <div className={css.details}>
          {coins && <WalletNotes coins={coins} hidden={hidden} />}
          {!hidden && <DonationNotes inWallet />}
          <WalletTable
            balances={balances}
            coinName={coins?.coin_name ?? coinNames.plural}
            hidden={hidden}
            onSend={canSend ? onSend : null}
          />
          <Panels of={panels} />
        </div>
      )}
    </>
  );
}

/** Coins that can be spent, and Adena. */
function Sums({ balances, hidden }: { balances: Balances; hidden: boolean }) {
  return (
    <>
      <p className={css.sum} data-live>
        <Glyph path={COIN_ICON} className={css.coin} />
        <Amount value={balances.lucky_coins.available} hidden={hidden} />
        <small>{shared.coinsUnit}</small>
      </p>
      <p className={css.sum} data-live>
        <Glyph path={ADENA} className={css.adena} />
        <Amount value={balances.adena.total_amount} hidden={hidden} />
        <small>{game.adena}</small>
      </p>
    </>
  );
}
