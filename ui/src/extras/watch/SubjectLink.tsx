import { Link } from "@shared/components/Link";
import { type Named, usePathOf } from "./subjects";

/** The name of a starred subject, with its page. */
export function SubjectLink({ subject }: { subject: Named }) {
  const path = usePathOf()(subject);
  const name = <bdi>{subject.name}</bdi>;
  return path === null ? name : <Link to={path}>{name}</Link>;
}
