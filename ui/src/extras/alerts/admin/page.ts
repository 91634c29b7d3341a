import * as text from "text:admin";
import type { Page } from "@admin/pages";
import { lazy } from "react";

const page: Page = {
  rank: 110,
  path: "/alerts",
  title: text.pages.alerts,
  icon: "bell",
  key: "a",
  permission: "alerts.read",
  extra: "alerts",
  Screen: lazy(() => import("./Alerts").then(({ Alerts }) => ({ default: Alerts }))),
};
export default page;
