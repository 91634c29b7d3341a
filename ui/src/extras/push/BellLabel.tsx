import * as text from "text:push";
import { Glyph } from "@shared/components/Icon";
import type { PlaceSubject } from "@shared/panels";

const BELL = "M6 16V11a6 6 0 0 1 12 0v5l1.500 2h-15ZM10 20.500a2 2 0 0 0 4 0";

export const BellLabel = ({ subject: { isRaid, name } }: { subject: PlaceSubject }) => (
  <>
    <Glyph path={BELL} />
    {isRaid ? text.bellRaid : text.bell({ name })}
  </>
);
