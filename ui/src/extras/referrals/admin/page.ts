import * as text from "text:admin";
import { referrals } from "text:adminCodes";
import type { Page } from "@admin/pages";
import { lazy } from "react";

const page: Page = {
  rank: 61,
  path: "/codes",
  title: text.pages.codes,
  icon: "ticket",
  key: "k",
  permission: "codes.read",
  extra: "referrals",
  subpaths: ["/codes/referrals"],
  beside: { to: "/codes/referrals", label: referrals },
  Screen: lazy(() => import("./Referrals").then(({ Referrals }) => ({ default: Referrals }))),
};
export default page;
