import type { AnchorHTMLAttributes, MouseEvent, Ref } from "react";
import { type To, useHref, useLinkClickHandler } from "react-router-dom";
import { useHasPage } from "../extras";

export interface LinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, "href" | "target"> {
  to: To;
  ref?: Ref<HTMLAnchorElement> | undefined;
}

/**
 * A link to a page of the site. The router's own Link can also prefetch, which costs 3 kB of script, gzipped.
 * Of a page that belongs to an extra that is off, it is the text alone.
 */
export function Link({ to, onClick, ...rest }: LinkProps) {
  const hasPage = useHasPage()(to);
  const href = useHref(to);
  const follow = useLinkClickHandler<HTMLAnchorElement>(to);
  const click = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    if (!event.defaultPrevented) follow(event);
  };
  if (!hasPage) return rest.children;
  return <a {...rest} href={href} onClick={click} />;
}
