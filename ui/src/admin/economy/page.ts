import * as text from "text:admin";
import { lazy } from "react";
import type { Page } from "../pages";

const page: Page = {
  rank: 50,
  path: "/economy",
  title: text.pages.economy,
  icon: "chart",
  key: "e",
  permission: "economy.read",
  extras: ["economy"],
  Screen: lazy(() => import("./Economy").then(({ Economy }) => ({ default: Economy }))),
};
export default page;
