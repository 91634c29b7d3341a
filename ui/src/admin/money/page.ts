import * as text from "text:admin";
import { lazy } from "react";
import type { Page } from "../pages";

const page: Page = {
  rank: 30,
  path: "/money",
  title: text.pages.money,
  icon: "card",
  key: "m",
  permission: "money.read",
  links: { coins: () => "/money" },
  cases: ["payment_mismatched", "dispute", "coins_held"],
  Screen: lazy(() => import("./Money").then(({ Money }) => ({ default: Money }))),
};
export default page;
