import * as movement from "text:movement";
import { Movement } from "@shared/components/Movement";
import type { OwnRank } from "@shared/panels";
import { useOwnRanks } from "./useOwnRanks";

/** Places gained or lost in seven days. */
export default function WeekMovement({ board, character }: OwnRank) {
  const ownRank = useOwnRanks(board).data?.data.find(({ row }) => row.char_id === character.id);
  return ownRank && <Movement change={ownRank.row.rank_change_week} period={movement.week} />;
}
