import * as text from "text:admin";
import type { Page } from "@admin/pages";
import { lazy } from "react";

const page: Page = {
  rank: 50,
  path: "/economy",
  title: text.pages.economy,
  icon: "chart",
  key: "e",
  permission: "economy.read",
  extra: "economy",
  links: { alarm: () => "/economy" },
  cases: ["economy_alarm"],
  Screen: lazy(() => import("./Economy").then(({ Economy }) => ({ default: Economy }))),
};
export default page;
