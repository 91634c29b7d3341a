import * as text from "text:admin";
import { lazy } from "react";
import type { Page } from "../pages";

const page: Page = {
  rank: 80,
  path: "/content",
  title: text.pages.content,
  icon: "pen",
  key: "c",
  permission: "content.read",
  subpaths: ["/content/:tab"],
  Screen: lazy(() => import("./ContentPage").then(({ ContentPage }) => ({ default: ContentPage }))),
};
export default page;
