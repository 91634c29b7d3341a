import * as adminText from "text:admin";
import * as text from "text:adminMoney";
import * as shared from "text:shared";
import { Button } from "@shared/components/Button";
import { classes } from "@shared/components/classes";
import { useState } from "react";
import { type Body, useAdmin } from "../api/useAdmin";
import { FileLink } from "../parts/FileLink";
import * as layout from "../parts/layout.module.css";
import { PageTitle } from "../parts/PageTitle";
import { LoadState } from "../parts/States";
import * as typography from "../parts/typography.module.css";
import { useFilters } from "../parts/useFilters";
import { usePermission, useSession } from "../session";
import { Buyers } from "./Buyers";
import { Disputes } from "./Disputes";
import { Donations } from "./Donations";
import { HeldCoins } from "./HeldCoins";
import { Mismatches } from "./Mismatches";
import { PeriodFilter } from "./PeriodFilter";
import { Reconcile } from "./Reconcile";
import { Settlement } from "./Settlement";
import { States } from "./States";

/** Money of a period; the filters are in the address, and each figure leads to its rows. */
export function Money() {
  const { filters, pick } = useFilters();
  const period = pick("since", "until");
  const by = filters.get("by") === "day" ? "day" : "month";
  const { data, error, mutate } = useAdmin("/api/admin/money", { ...period, by });
  const [donation, setDonation] = useState<string | null>(null);
  const [message, setMessage] = useState("");
  const canReconcile = usePermission("money.reconcile").allowed;
  const canExport = usePermission("money.export").allowed;
  return (
    <>
      <PageTitle
        title={adminText.pages.money}
        note={useSession().currency}
        actions={
          <>
            {canExport && (
              <FileLink href={`/api/admin/payments.csv?${new URLSearchParams(period)}`}>{shared.csv}</FileLink>
            )}
            {canReconcile && <Button onClick={() => setDonation("")}>{text.reconcile}</Button>}
          </>
        }
      />
      <div className={layout.stack}>
        <p role="status" className={typography.hint}>
          {message}
        </p>
        {data ? (
          <>
            <PeriodFilter key={`${data.first} ${data.last}`} first={data.first} last={data.last} />
            <States states={data.states} />
            {data.mismatches.length > 0 && <Mismatches rows={data.mismatches} onReconcile={setDonation} />}
            <HeldCoins />
            <Settlement rows={data.settlement} by={by} />
            <div className={classes(layout.grid, layout.twoToOne)}>
              <Disputes rows={data.disputes} />
              <Buyers shares={data.shares} buyers={data.buyers} />
            </div>
          </>
        ) : (
          <LoadState error={error} onRetry={mutate} />
        )}
        <Donations />
      </div>
      {donation !== null && (
        <Reconcile
          donation={donation}
          onClose={() => setDonation(null)}
          onDone={(result: Body<"ChangeResult">) => {
            setMessage(result.message ?? "");
            void mutate();
          }}
        />
      )}
    </>
  );
}
