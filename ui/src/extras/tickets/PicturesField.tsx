import * as text from "text:tickets";
import { Field } from "@shared/components/Field";
import { formatNumber } from "@shared/format";

const MEGABYTE = 1_000_000;

interface Props {
  /** Bytes of the account's pictures, and the most that it may have. */
  used: number;
  limit: number;
  onChange: (files: readonly File[]) => void;
}

/** Chooses pictures, which are sent after the message. */
export const PicturesField = ({ used, limit, onChange }: Props) => (
  <Field
    type="file"
    multiple
    accept="image/png,image/jpeg,image/webp"
    label={text.pictures}
    hint={text.picturesHint({
      used: formatNumber(Math.ceil(used / MEGABYTE)),
      limit: formatNumber(limit / MEGABYTE),
    })}
    onChange={({ target }) => onChange([...(target.files ?? [])])}
  />
);
