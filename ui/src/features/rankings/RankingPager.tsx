import * as text from "text:rankings";
import { Pager } from "@shared/components/Pager";
import { formatNumber } from "@shared/format";
import { formatView, PAGE_SIZE, type View } from "./view";

interface Props {
  view: View;
  rows: number;
  total: number;
  totalPages: number;
  onTurn: () => void;
}

/** The pager of a board; each page is an address of its own. */
export function RankingPager({ view, rows, total, totalPages, onTurn }: Props) {
  const offset = (view.page - 1) * PAGE_SIZE;
  return (
    <Pager
      label={text.pages}
      page={view.page}
      pages={totalPages}
      onOpen={onTurn}
      hrefOf={(page) => ({ search: formatView({ ...view, page }) })}
      withWords
    >
      <p>
        {text.showing({
          range: (
            <b>
              {formatNumber(rows && offset + 1)}-{formatNumber(rows && offset + rows)}
            </b>
          ),
          total: <b>{formatNumber(total)}</b>,
        })}
      </p>
    </Pager>
  );
}
