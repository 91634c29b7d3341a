import * as text from "text:admin";
import type { Page } from "@admin/pages";
import { lazy } from "react";

const page: Page = {
  rank: 75,
  path: "/data-protection",
  title: text.pages.dataProtection,
  icon: "lock",
  key: "b",
  // Each role sees one of its parts at least.
  permission: "overview.read",
  extra: "data_protection",
  Screen: lazy(() =>
    import("./AdminDataProtection").then(({ AdminDataProtection }) => ({ default: AdminDataProtection })),
  ),
};
export default page;
