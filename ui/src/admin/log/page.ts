import * as text from "text:admin";
import { lazy } from "react";
import type { Page } from "../pages";

const page: Page = {
  rank: 130,
  path: "/log",
  title: text.pages.log,
  icon: "scroll",
  key: "l",
  permission: "log.read",
  Screen: lazy(() => import("./OperatorLog").then(({ OperatorLog }) => ({ default: OperatorLog }))),
};
export default page;
