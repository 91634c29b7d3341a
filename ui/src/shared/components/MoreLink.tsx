import { Icon } from "./Icon";
import { Link, type LinkProps } from "./Link";
import * as css from "./more-link.module.css";

/** A link with an arrow. */
export function MoreLink({ children, ...rest }: LinkProps) {
  return (
    <Link className={css.more} {...rest}>
      {children}
      <Icon name="arrow" />
    </Link>
  );
}
