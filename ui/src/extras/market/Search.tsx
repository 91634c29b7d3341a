import town from "art:scene-dwarven-town";
import * as text from "text:market";
import * as shared from "text:shared";
import { useGet } from "@shared/api/useGet";
import { formatAppointment } from "@shared/appointment";
import { LinkButton } from "@shared/components/Button";
import { EmptyState } from "@shared/components/EmptyState";
import { ErrorState } from "@shared/components/ErrorState";
import { LocalTime } from "@shared/components/LocalTime";
import { PageHead } from "@shared/components/PageHead";
import { Pager, PastLastPage } from "@shared/components/Pager";
import { Skeleton } from "@shared/components/Skeleton";
import { formatNumber } from "@shared/format";
import { SegmentLinks } from "@shared/rankings/SegmentLinks";
import * as utility from "@shared/styles/utility.module.css";
import { useRef } from "react";
import { useSearchParams } from "react-router-dom";
import { PARAMETERS, type Page, searchOf } from "./answers";
import { Filters } from "./Filters";
import * as css from "./market.module.css";
import { Offers } from "./Offers";

const SIDES = { sell: text.selling, buy: text.buying };

/** What offline shops sell and buy, by price. */
export function Search() {
  const [query] = useSearchParams();
  const { data, error } = useGet("/api/market", searchOf(query), { keepPreviousData: true, refreshInterval: 60_000 });
  const list = useRef<HTMLDivElement>(null);
  return (
    <>
      <PageHead title={text.title} picture={town} scene="gate">
        {text.lead}
      </PageHead>
      <div className={`${utility.wrap} ${css.page}`}>
        <SegmentLinks
          label={text.side}
          choices={SIDES}
          current={query.get("side") === "buy" ? "buy" : "sell"}
          search={(side) => addressOf(query, { side: side === "buy" ? "buy" : "", page: "" })}
        />
        <Filters towns={data?.towns ?? []} />
        <div ref={list} className={css.list}>
          {data ? (
            <Loaded page={data} query={query} onTurn={() => list.current?.scrollIntoView()} />
          ) : error ? (
            <ErrorState title={text.failed} />
          ) : (
            <Skeleton className={css.skeleton} />
          )}
        </div>
      </div>
    </>
  );
}

interface LoadedProps {
  page: Page;
  query: URLSearchParams;
  onTurn: () => void;
}

function Loaded({ page, query, onTurn }: LoadedProps) {
  const { data, total, total_pages, page_size, as_of } = page;
  const side = query.get("side") === "buy" ? "buy" : "sell";
  const offset = (page.page - 1) * page_size;
  if (data.length === 0 && total_pages > 0)
    return <PastLastPage to={{ search: addressOf(query, { page: `${total_pages}` }) }} pages={total_pages} />;
  const isFiltered = PARAMETERS.some((name) => name !== "side" && query.get(name));
  if (data.length === 0) return <NoOffers {...{ page, side, isFiltered }} />;
  return (
    <>
      <p role="status">{text.count({ count: total })}</p>
      <Offers title={SIDES[side]} offers={data} />
      {total_pages > 1 && (
        <Pager
          label={text.pages}
          page={page.page}
          pages={total_pages}
          onOpen={onTurn}
          hrefOf={(number) => ({ search: addressOf(query, { page: `${number}` }) })}
          withWords
        >
          <p>
            {shared.range({
              from: formatNumber(offset + 1),
              to: formatNumber(offset + data.length),
              total: formatNumber(total),
            })}
          </p>
        </Pager>
      )}
      {as_of && (
        <p className={css.note}>
          {text.readAt({ time: <LocalTime inSentence at={as_of} format={formatAppointment} /> })}
        </p>
      )}
    </>
  );
}

interface NoOffersProps {
  page: Page;
  side: keyof typeof SIDES;
  isFiltered: boolean;
}

function NoOffers({ page, side, isFiltered }: NoOffersProps) {
  if (!page.is_recorded) return <EmptyState drawing="lantern" title={text.notRecorded} />;
  if (!page.is_open)
    return (
      <EmptyState drawing="lantern" title={text.closed}>
        {text.closedText}
      </EmptyState>
    );
  if (!isFiltered)
    return (
      <EmptyState drawing="lantern" title={page.towns.length > 0 ? text.emptySide[side] : text.empty}>
        {text.emptyText}
      </EmptyState>
    );
  return (
    <EmptyState title={text.noMatch} actions={<LinkButton to="/market">{text.clear}</LinkButton>}>
      {text.noMatchText}
    </EmptyState>
  );
}

/** The query of an address with other values; empty ones are left out. */
function addressOf(query: URLSearchParams, values: Readonly<Record<string, string>>): string {
  const next = new URLSearchParams(query);
  for (const [name, value] of Object.entries(values)) value ? next.set(name, value) : next.delete(name);
  return `?${next}`;
}
