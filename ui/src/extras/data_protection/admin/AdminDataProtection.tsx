import * as admin from "text:admin";
import * as text from "text:adminDataProtection";
import * as layout from "@admin/parts/layout.module.css";
import { PageTitle } from "@admin/parts/PageTitle";
import { usePermission } from "@admin/session";
import { ErasureRequests } from "./ErasureRequests";
import { LegalVersions } from "./LegalVersions";

/** Requests of players about their data, and versions of the legal texts. */
export function AdminDataProtection() {
  const requests = usePermission("players.read");
  const legal = usePermission("content.read");
  return (
    <>
      <PageTitle title={admin.pages.dataProtection} note={text.note} />
      <div className={layout.stack}>
        {requests.allowed && <ErasureRequests />}
        {legal.allowed && <LegalVersions />}
      </div>
    </>
  );
}
