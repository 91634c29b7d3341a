import * as text from "text:admin";
import { lazy } from "react";
import type { Page } from "../pages";

const page: Page = {
  rank: 140,
  path: "/access",
  title: text.pages.access,
  icon: "lock",
  key: "y",
  permission: "own_password",
  Screen: lazy(() => import("./Access").then(({ Access }) => ({ default: Access }))),
};
export default page;
