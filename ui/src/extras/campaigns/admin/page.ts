import * as text from "text:admin";
import type { Page } from "@admin/pages";
import { lazy } from "react";

const page: Page = {
  rank: 65,
  path: "/campaigns",
  title: text.pages.campaigns,
  icon: "trend",
  key: "r",
  permission: "campaigns.read",
  extra: "campaigns",
  subpaths: ["/campaigns/:id"],
  links: { recharge: (id) => `/campaigns/${id}` },
  Screen: lazy(() => import("./Recharge").then(({ Recharge }) => ({ default: Recharge }))),
};
export default page;
