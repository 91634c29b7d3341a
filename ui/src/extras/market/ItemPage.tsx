import town from "art:scene-dwarven-town";
import * as text from "text:market";
import { subjectTitles } from "text:pages";
import { ApiError } from "@shared/api/client";
import { useGet } from "@shared/api/useGet";
import { formatAppointment } from "@shared/appointment";
import { ErrorState } from "@shared/components/ErrorState";
import { LocalTime } from "@shared/components/LocalTime";
import { MoreLink } from "@shared/components/MoreLink";
import { NoSubject } from "@shared/components/NoSubject";
import { PageHead } from "@shared/components/PageHead";
import { SectionHead } from "@shared/components/SectionHead";
import { Skeleton } from "@shared/components/Skeleton";
import { SubjectActions } from "@shared/components/SubjectActions";
import { useSiteTexts } from "@shared/content";
import * as utility from "@shared/styles/utility.module.css";
import { useEffect } from "react";
import type { Item } from "./answers";
import * as css from "./market.module.css";
import { Offers } from "./Offers";
import { Prices } from "./Prices";

const SHOWN = 20;

/** The offers of an item, and its prices by day. */
export function ItemPage({ id }: { id: string }) {
  const { data, error } = useGet(`/api/market/items/${id}` as "/api/market/items/{item}", undefined, {
    refreshInterval: 60_000,
  });
  const { name, game } = useSiteTexts();
  const title = data && subjectTitles["/market/:item"]({ title: data.name, name, game });
  useEffect(() => {
    if (title) document.title = title;
  }, [title]);
  if (data === null || (error instanceof ApiError && error.status === 404)) return <NoItem />;
  return (
    <>
      <PageHead title={data?.name ?? text.title} picture={town} scene="gate">
        {text.itemLead}{" "}
        {data && (
          <span className={css.marks}>
            <SubjectActions kind="item" id={data.id} name={data.name} />
          </span>
        )}
      </PageHead>
      <div className={`${utility.wrap} ${css.page}`}>
        {data ? (
          <Loaded item={data} />
        ) : error ? (
          <ErrorState title={text.failed} />
        ) : (
          <Skeleton className={css.skeleton} />
        )}
      </div>
    </>
  );
}

function Loaded({ item }: { item: Item }) {
  const sold = item.offers.filter(({ kind }) => kind !== "buy");
  const wanted = item.offers.filter(({ kind }) => kind === "buy");
  return (
    <>
      <div>
        <SectionHead title={text.selling}>
          <MoreLink to="/market">{text.all}</MoreLink>
        </SectionHead>
        {sold.length > 0 ? (
          <Offers title={text.selling} offers={sold} isOfItem limit={SHOWN} />
        ) : (
          <p>{item.is_open ? text.notSold : text.closed}</p>
        )}
      </div>
      {wanted.length > 0 && (
        <div>
          <SectionHead title={text.buying} />
          <Offers title={text.buying} offers={wanted} isOfItem limit={SHOWN} />
        </div>
      )}
      <Prices days={item.days} />
      {item.as_of && (
        <p className={css.note}>
          {text.readAt({ time: <LocalTime inSentence at={item.as_of} format={formatAppointment} /> })}
        </p>
      )}
    </>
  );
}

const NoItem = () => (
  <NoSubject head={<PageHead title={text.noItem} picture={town} scene="gate" />} title={text.noItemText} to="/market">
    {text.all}
  </NoSubject>
);
