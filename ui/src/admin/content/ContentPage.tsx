import * as admin from "text:admin";
import * as text from "text:adminContent";
import { Banner } from "@shared/components/Banner";
import * as chip from "@shared/components/chip.module.css";
import { classes } from "@shared/components/classes";
import { NavLink, useParams, useSearchParams } from "react-router-dom";
import { type Body, useAdmin } from "../api/useAdmin";
import * as layout from "../parts/layout.module.css";
import { PageTitle } from "../parts/PageTitle";
import { LoadState, State } from "../parts/States";
import * as typography from "../parts/typography.module.css";
import { usePermission } from "../session";
import { Banner as Notices } from "./Banner";
import * as css from "./content.module.css";
import { FileEditor } from "./FileEditor";
import { Files } from "./Files";
import { mistakeText } from "./MarkdownPreview";
import { Pictures } from "./Pictures";
import { basePath } from "./paths";

type Report = Body<"ContentReport">;

const TABS = ["news", "banner", "texts", "media", "downloads"] as const;
type Tab = (typeof TABS)[number];
const REFRESH_MS = 5000;

/** News, notices, texts, media and downloads; files of the content folder stay the source. */
export function ContentPage() {
  const { tab: tabInPath } = useParams();
  const tab = TABS.find((candidate) => candidate === tabInPath) ?? "news";
  const { data, error, mutate } = useAdmin("/api/admin/content", undefined, { refreshInterval: REFRESH_MS });
  return (
    <>
      <PageTitle title={admin.pages.content} note={text.note} />
      <nav className={classes(layout.sideways, css.tabs)} aria-label={admin.pages.content}>
        {TABS.map((id) => (
          <NavLink key={id} className={chip.chip} to={id === "news" ? "/content" : `/content/${id}`} end>
            {text.tabs[id]}
          </NavLink>
        ))}
      </nav>
      {tab === "banner" ? (
        <Notices />
      ) : data ? (
        <div className={layout.stack}>
          <Condition report={data} />
          <Texts key={tab} tab={tab} report={data} onChange={() => mutate()} />
        </div>
      ) : (
        <LoadState error={error} onRetry={mutate} />
      )}
    </>
  );
}

/** Why nothing can be changed, what is wrong with the folder, and whether all processes show it. */
function Condition({ report: { obstacle, mistake, processes } }: { report: Report }) {
  const late = processes.filter(({ is_current }) => !is_current);
  return (
    <>
      {obstacle && <Banner title={text.obstacles[obstacle]} />}
      {mistake ? (
        <Banner tone="wait" icon="alert" title={text.refused}>
          {mistakeText(mistake)}
        </Banner>
      ) : (
        <p>
          <State tone={late.length > 0 ? "wait" : "good"}>
            {late.length > 0
              ? text.waitingFor({ names: late.map(({ name }) => name).join(", ") })
              : text.shownBy({ count: processes.length })}
          </State>
        </p>
      )}
    </>
  );
}

function Texts({ tab, report, onChange }: { tab: Exclude<Tab, "banner">; report: Report; onChange: () => void }) {
  const [search, setSearch] = useSearchParams();
  const { allowed } = usePermission("content.change");
  const isReadOnly = !allowed || report.obstacle !== "";
  const bases = [...new Set(report.files.map(({ path }) => basePath(path)))].filter((path) => isOf(tab, path));
  const requestedPath = search.get("file");
  const base = requestedPath !== null && isOf(tab, requestedPath) ? requestedPath : bases[0];
  const open = (path: string) => setSearch({ file: path }, { replace: true });
  return (
    <>
      {(tab === "news" || tab === "texts") && (
        <Files tab={tab} bases={bases} files={report.files} current={base} isReadOnly={isReadOnly} onOpen={open} />
      )}
      {base && <FileEditor key={base} base={base} report={report} isReadOnly={isReadOnly} onChange={onChange} />}
      {tab === "media" && <Pictures files={report.files} isReadOnly={isReadOnly} onChange={onChange} />}
      {tab === "downloads" && report.downloads.length > 0 && (
        <p className={classes(typography.hint, typography.anywhere)}>
          {text.downloadFiles({ names: report.downloads.map((name) => `/files/${name}`).join(", ") })}
        </p>
      )}
    </>
  );
}

function isOf(tab: Tab, path: string): boolean {
  if (tab === "news") return /^news\/[a-z0-9-]+\.md$/.test(path);
  if (tab === "media" || tab === "downloads") return path === `${tab}.json`;
  return path === "site.toml" || path === "server-info.json" || /^pages\/[a-z-]+\.md$/.test(path);
}
