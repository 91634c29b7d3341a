import { Glyph } from "./Icon";

const PATH =
  "M6.5 19c.8-2 1-3.6 1-6a4.5 4.5 0 0 1 9 0c0 2.4-.2 4.5-.8 6.5M4.2 15.5c.2-1 .3-1.6.3-2.5a7.5 7.5 0 0 1 12-6M19.2 10.5c.5 2.5.3 5-.1 7.5M12 12.5c0 3.5-.5 6-1.5 8";

export const FingerprintIcon = () => <Glyph path={PATH} />;
