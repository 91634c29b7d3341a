import * as text from "text:dataProtection";
import { useGet } from "@shared/api/useGet";
import { useEffect } from "react";
import { VERSIONS } from "./answers";
import { LegalTexts } from "./LegalTexts";

/** The legal texts that a registration accepts. `onShown` gets their versions, which the registration sends. */
export default function RegistrationTexts({ onShown }: { onShown: (versions: Record<string, number>) => void }) {
  const { data } = useGet(VERSIONS);
  const versions = data?.data;
  useEffect(() => {
    if (versions?.length) onShown(Object.fromEntries(versions.map(({ document, version }) => [document, version])));
  }, [versions, onShown]);
  if (!versions?.length) return null;
  return (
    <div>
      <p>{text.registration}</p>
      <LegalTexts versions={versions} />
    </div>
  );
}
