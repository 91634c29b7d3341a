import { useHasPage } from "../extras";
import { Icon } from "./Icon";
import { Link, type LinkProps } from "./Link";
import * as css from "./more-link.module.css";

/** A link with an arrow; nothing if its page belongs to an extra that is off. */
export function MoreLink({ children, ...rest }: LinkProps) {
  if (!useHasPage()(rest.to)) return null;
  return (
    <Link className={css.more} {...rest}>
      {children}
      <Icon name="arrow" />
    </Link>
  );
}
