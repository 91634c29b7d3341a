import { Glyph } from "@shared/components/Icon";
import { ICONS } from "./icons";

export type IconName = keyof typeof ICONS;

/** An icon of the administration. */
export const Icon = ({ name }: { name: IconName }) => <Glyph path={ICONS[name]} />;
