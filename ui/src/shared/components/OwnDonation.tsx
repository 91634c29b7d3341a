import { useGet } from "../api/useGet";
import { formatMoment } from "../dates";
import { statusLabel } from "../donationStatus";
import { donationPrice } from "../money";
import { paths } from "../paths";
import { Link } from "./Link";
import { StatusBadge } from "./StatusBadge";
import * as css from "./text-button.module.css";

/** The history lists younger ones. */
const LISTED_MS = 30 * 24 * 60 * 60 * 1000;

/** A donation of the account by what its player knows of it, with a link to the history. */
export function OwnDonation({ id }: { id: string }) {
  const { data } = useGet(`/api/donations/${id}` as "/api/donations/{donation_id}");
  if (!data) return "…";
  const [now, at] = [new Date(), new Date(data.created_at)];
  const name = `${formatMoment(at, now)}, ${donationPrice(data)}`;
  const { label, tone, icon } = statusLabel(data);
  const isListed = now.getTime() - at.getTime() < LISTED_MS;
  return (
    <>
      {isListed ? (
        <Link to={`${paths.player}?tab=donations`} className={css.button}>
          {name}
        </Link>
      ) : (
        name
      )}{" "}
      <StatusBadge tone={tone} icon={icon}>
        {label}
      </StatusBadge>
    </>
  );
}
