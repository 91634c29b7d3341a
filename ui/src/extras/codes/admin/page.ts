import * as text from "text:admin";
import type { Page } from "@admin/pages";
import { lazy } from "react";

const page: Page = {
  rank: 60,
  path: "/codes",
  title: text.pages.codes,
  icon: "ticket",
  key: "k",
  permission: "codes.read",
  extras: ["codes", "referrals"],
  subpaths: ["/codes/:id"],
  links: { campaign: (id) => `/codes/${id}` },
  Screen: lazy(() => import("./Codes").then(({ Codes }) => ({ default: Codes }))),
};
export default page;
