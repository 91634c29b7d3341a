import * as text from "text:dataProtection";
import { useGet } from "@shared/api/useGet";
import { disclosure } from "@shared/components/disclosure.module.css";
import { Icon } from "@shared/components/Icon";
import { Prose } from "@shared/components/Prose";
import { Skeleton } from "@shared/components/Skeleton";
import { useState } from "react";
import type { Version } from "./answers";

/** Versions of legal texts, each read when it is opened. */
export function LegalTexts({ versions }: { versions: readonly Version[] }) {
  return versions.map((version) => <LegalText key={version.document} {...version} />);
}

function LegalText({ document, version }: Version) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details className={disclosure} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        <Icon name="down" />
        <h3>{text.version({ document: text.documents[document], version: String(version) })}</h3>
      </summary>
      {isOpen && <Content document={document} version={version} />}
    </details>
  );
}

function Content({ document, version }: Pick<Version, "document" | "version">) {
  const { data, error } = useGet(`/api/legal/${document}/${version}` as "/api/legal/{document}/{version}");
  if (error && !data) return <p role="alert">{text.textFailed}</p>;
  return data ? <Prose html={data.html} /> : <Skeleton />;
}
