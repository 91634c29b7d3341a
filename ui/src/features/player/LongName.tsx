import * as text from "text:player";
import { useSite } from "@shared/api/useSite";
import { Banner } from "@shared/components/Banner";

/** Tells the owner of an account that the game client cannot log in to it; the site itself takes longer names. */
export function LongName({ username }: { username: string }) {
  const max = useSite().data?.typed_name_max ?? Infinity;
  if (username.length <= max) return null;
  return (
    <Banner tone="wait" icon="alert" title={text.longName}>
      {text.longNameText({ max: String(max) })}
    </Banner>
  );
}
