import { useGet } from "@shared/api/useGet";
import { useIsOn } from "@shared/api/useSite";
import { Button } from "@shared/components/Button";
import { classes } from "@shared/components/classes";
import { Glyph, Icon } from "@shared/components/Icon";
import { COIN_ICON } from "@shared/components/playerIcons";
import { Skeleton } from "@shared/components/Skeleton";
import { VisuallyHidden } from "@shared/components/VisuallyHidden";
import { useRefresh } from "@shared/stores/refresh";
import { lazy, Suspense, useCallback, useEffect, useState } from "react";
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

/** Balances, on large screens only. Code that changes money triggers "wallet" (`useRefresh`). */
export function Wallet() {
  return useWideScreen() ? <WalletContent /> : null;
}

function WalletContent() {
  const { data, error, isValidating, mutate } = useGet("/api/player/balances");
  const { data: coins, mutate: mutateCoins } = useGet("/api/player/coins");
  const [announcement, setAnnouncement] = useState("");
  const [sending, setSending] = useState(false);
  const register = useRefresh((registry) => registry.register);
  const reload = useCallback(() => {
    // Coins are optional and left out if they fail; a failure of the balances is shown.
    mutateCoins().catch(() => undefined);
    return mutate().catch(() => undefined);
  }, [mutate, mutateCoins]);
  useEffect(() => register("wallet", () => void reload()), [register, reload]);
  const refresh = async () => {
    setAnnouncement("");
    if (await reload()) setAnnouncement("Wallet refreshed");
  };
  const hasTransit = (coins?.in_transit ?? 0) > 0;
  return (
    <section className={css.wallet} aria-label="Wallet" aria-busy={isValidating}>
      <VisuallyHidden>
        <span role="status">{data || error ? announcement : "Loading wallet..."}</span>
      </VisuallyHidden>
      {error ? (
        <div className={css.message}>
          <p role="alert">
            <Icon name="alert" />
            Failed to load wallet data
          </p>
          <Button look="ghost" waiting={isValidating} onClick={refresh}>
            Retry
          </Button>
        </div>
      ) : data ? (
        <WalletPanel
          balances={data}
          coins={coins}
          waiting={isValidating}
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
  waiting: boolean;
  onRefresh: () => void;
  onSend: () => void;
}

function WalletPanel({ balances, coins, waiting, onRefresh, onSend }: WalletPanelProps) {
  const [hidden, toggleHidden] = useStoredToggle("wallet_hidden", false);
  const [open, toggleOpen] = useStoredToggle("wallet_open", false);
  const isOn = useIsOn("deliveries");
  const canSend = isOn && coins?.can_send && coins.available > 0;
  return (
    <>
      <div className={css.top}>
        <p className={css.sum}>
          <Glyph path={COIN_ICON} className={css.coin} />
          <Amount value={balances.lucky_coins.total_amount} hidden={hidden} />
          <small>coins</small>
        </p>
        <p className={css.sum}>
          <Glyph path={ADENA} className={css.adena} />
          <Amount value={balances.adena.total_amount} hidden={hidden} />
          <small>Adena</small>
        </p>
        <div className={css.tools}>
          <Button look="ghost" icon aria-label={hidden ? "Show balances" : "Hide balances"} onClick={toggleHidden}>
            <Icon name={hidden ? "eye-off" : "eye"} />
          </Button>
          <Button
            look="ghost"
            icon
            className={classes(waiting && css.turning)}
            aria-label="Refresh wallet"
            aria-disabled={waiting}
            onClick={() => !waiting && onRefresh()}
          >
            <Icon name="refresh" />
          </Button>
          <Button
            look="ghost"
            icon
            aria-label={open ? "Collapse wallet" : "Expand wallet"}
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
          <WalletTable balances={balances} hidden={hidden} onSend={canSend ? onSend : null} />
        </div>
      )}
    </>
  );
}
