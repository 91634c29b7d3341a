import { encode } from "uqr";

interface Props {
  content: string;
  label: string;
  className: string | undefined;
}

/** A module of its own, so that the bundle has only the encoder of the library, loaded with the first code. */
export default function QrCode({ content, label, className }: Props) {
  const { data } = encode(content, { ecc: "M", border: 3 });
  const path = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ""))).join("");
  return (
    <svg className={className} viewBox={`0 0 ${data.length} ${data.length}`} role="img" aria-label={label}>
      <path d={path} />
    </svg>
  );
}
