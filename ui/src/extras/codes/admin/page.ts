import * as text from "text:admin";
import { all } from "text:adminCodes";
import type { Page } from "@admin/pages";
import { lazy } from "react";

const page: Page = {
  rank: 60,
  path: "/codes",
  title: text.pages.codes,
  icon: "ticket",
  key: "k",
  permission: "codes.read",
  extra: "codes",
  subpaths: ["/codes/:id"],
  beside: { to: "/codes", label: all },
  links: { campaign: (id) => `/codes/${id}` },
  Screen: lazy(() => import("./Codes").then(({ Codes }) => ({ default: Codes }))),
};
export default page;
