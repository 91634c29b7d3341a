import * as contentFields from "text:contentFields";
import * as text from "text:download";
import * as shared from "text:shared";
import { useIsHydrated } from "@shared/api/firstFrame";
import { Badge } from "@shared/components/Badge";
import { AnchorButton, Button } from "@shared/components/Button";
import { classes } from "@shared/components/classes";
import { Glyph, Icon } from "@shared/components/Icon";
import { Meter } from "@shared/components/Meter";
import { Panel } from "@shared/components/Panel";
import type { DownloadItem } from "@shared/content";
import { writeChoice } from "@shared/stores/storage";
import * as css from "./download.module.css";
import { ICONS } from "./icons";
import { FULL, fileName } from "./progress";

interface Props {
  item: DownloadItem;
  /** Undefined before the first start. */
  progress: number | undefined;
  onStart: () => void;
}

export function PackCard({ item, progress, onStart }: Props) {
  const main = item.type === "full_client";
  const isHydrated = useIsHydrated();
  const look = { look: main ? "primary" : "secondary", large: true, wide: true } as const;
  const running = progress !== undefined && progress < FULL;
  const press = () => {
    fetchFile(item);
    // The first steps in the player area count it as done.
    writeChoice("client_downloaded", "true");
    onStart();
  };
  return (
    <Panel as="li" framed={main} className={classes(css.pack, main && css.main)}>
      <div className={css.badges}>
        <span className={css.tile}>
          <Glyph path={main ? ICONS.package : ICONS.sparkles} />
        </span>
        {main && <Badge tone="gold">{text.forNewPlayers}</Badge>}
      </div>
      <h2>{item.name}</h2>
      <p className={css.about}>{main ? text.aboutClient : text.aboutPatch}</p>
      <dl className={css.facts}>
        <div>
          <dt>{shared.size}</dt>
          <dd>{item.file_size}</dd>
        </div>
        <div>
          <dt>{contentFields.version}</dt>
          <dd>{item.version}</dd>
        </div>
      </dl>
      <div className={css.action}>
        {isHydrated ? (
          <Button {...look} className={progress === FULL ? css.done : undefined} disabled={running} onClick={press}>
            <Icon name={progress === FULL ? "check" : "download"} />
            {label(progress)}
          </Button>
        ) : (
          <AnchorButton {...look} {...linkOf(item)}>
            <Icon name="download" />
            {shared.download}
          </AnchorButton>
        )}
        {progress === FULL && <p className={css.saving}>{text.saving}</p>}
        {running && <Progress name={item.name} progress={progress} />}
      </div>
    </Panel>
  );
}

function Progress({ name, progress }: { name: string; progress: number }) {
  const percent = Math.floor(progress);
  return (
    <div className={css.progress}>
      <Meter label={name} percent={percent} tall />
      <p>
        <span>{text.progress}</span>
        <b>{percent}%</b>
      </p>
    </div>
  );
}

function label(progress: number | undefined): string {
  if (progress === undefined) return shared.download;
  return progress < FULL ? text.running : text.complete;
}

/** The link to the file; also before the scripts work, and without them. */
const linkOf = (item: DownloadItem) => ({
  href: item.download_url,
  download: fileName(item),
  target: "_blank",
  rel: "noopener",
});

/** Starts the download through a link, so that the browser names the file and the page stays open. */
function fetchFile(item: DownloadItem) {
  const link = Object.assign(document.createElement("a"), linkOf(item));
  document.body.append(link);
  link.click();
  link.remove();
}
