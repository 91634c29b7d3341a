import * as css from "./wallet.module.css";

/** The place of the wallet, before the application knows the size of the screen. */
export function WalletSkeleton() {
  return (
    <>
      <div className={css.line} />
      <section className={css.later}>
        <div className={css.message} />
      </section>
    </>
  );
}
