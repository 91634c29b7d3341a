import * as text from "text:admin";
import { lazy } from "react";
import type { Page } from "../pages";

const page: Page = {
  rank: 60,
  path: "/codes",
  title: text.pages.codes,
  icon: "ticket",
  key: "k",
  permission: "codes.read",
  extras: ["codes", "referrals"],
  subpaths: ["/codes/:id"],
  Screen: lazy(() => import("./Codes").then(({ Codes }) => ({ default: Codes }))),
};
export default page;
