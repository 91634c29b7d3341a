import type { LinkProps } from "@shared/components/Link";
import { Link as RouterLink } from "react-router-dom";

/** A link to a page of the administration. One that filters the rows of its page leaves them in view. */
export const Link = (props: LinkProps) => (
  <RouterLink preventScrollReset={typeof props.to === "string" && props.to.startsWith("?")} {...props} />
);
