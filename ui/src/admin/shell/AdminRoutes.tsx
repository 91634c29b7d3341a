import * as text from "text:admin";
import * as shared from "text:shared";
import { Suspense, useEffect } from "react";
import { Navigate, Route, Routes, useLocation } from "react-router-dom";
import type { Page } from "../pages";
import { PageTitle } from "../parts/PageTitle";
import { Loading } from "../parts/States";

/** The page of the address. A new page is named in the title of the document, and its heading gets the focus. */
export function AdminRoutes({ pages }: { pages: readonly Page[] }) {
  const { pathname } = useLocation();
  const page = pages.find(({ path }) => pathname === path || pathname.startsWith(`${path === "/" ? "" : path}/`));
  useEffect(() => {
    document.title = page ? `${page.title} · ${shared.administration}` : shared.administration;
  }, [page]);
  const [first] = pages;
  return (
    <Suspense fallback={<Loading />}>
      <Routes>
        {pages.flatMap(({ rank, path, subpaths = [], Screen }) =>
          [path, ...subpaths].map((address) => (
            <Route key={`${rank} ${address}`} path={address} element={<Screen />} />
          )),
        )}
        {first && first.path !== "/" && <Route path="/" element={<Navigate to={first.path} replace />} />}
        <Route path="*" element={<PageTitle title={text.noPage} />} />
      </Routes>
    </Suspense>
  );
}
