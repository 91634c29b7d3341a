import * as text from "text:admin";
import type { Page } from "@admin/pages";
import { lazy } from "react";

const page: Page = {
  rank: 70,
  path: "/insight",
  title: text.pages.insight,
  icon: "trend",
  key: "i",
  permission: "insight.read",
  extra: "insight",
  links: { registrations: () => "/insight" },
  Screen: lazy(() => import("./Insight").then(({ Insight }) => ({ default: Insight }))),
};
export default page;
