import * as text from "text:dataProtection";
import { post } from "@shared/api/client";
import { errorText } from "@shared/api/errorText";
import { useGet } from "@shared/api/useGet";
import { Button } from "@shared/components/Button";
import { Disclosure } from "@shared/components/Disclosure";
import { Refusal } from "@shared/components/Field";
import { ListHead } from "@shared/components/ListHead";
import { OwnDonation } from "@shared/components/OwnDonation";
import { Panel } from "@shared/components/Panel";
import { Skeleton } from "@shared/components/Skeleton";
import { formatMomentWithin } from "@shared/dates";
import { saveFile } from "@shared/saveFile";
import * as layout from "@shared/styles/layout.module.css";
import { useAction } from "@shared/useAction";
import { useState } from "react";
import { type AccountExport, type DataProtection, EXPORT, PATH } from "./answers";
import * as css from "./data-section.module.css";
import { EraseDialog } from "./EraseDialog";
import { ErasureBanner } from "./ErasureBanner";

const TITLE = "my-data";

const moment = (at: string): string => formatMomentWithin(new Date(at), new Date());

/** Export, erasure and accepted texts of the account. */
export default function AccountData() {
  return (
    <section aria-labelledby={TITLE}>
      <ListHead id={TITLE} title={text.title} note={text.note} compact />
      <Panel padded>
        <Parts />
      </Panel>
    </section>
  );
}

function Parts() {
  const { data, error, mutate } = useGet(PATH);
  if (error && !data) return <p role="alert">{text.failed}</p>;
  if (!data) return <Skeleton className={css.skeleton} />;
  const reload = () => void mutate();
  return (
    <div className={layout.stack5}>
      {data.erasure && <ErasureBanner erasure={data.erasure} onCancel={reload} />}
      <Export from={data.export_from} onDone={reload} />
      {!data.erasure && <Erase data={data} onDone={reload} />}
      <Rows rows={data.rows} />
      {data.consents.length > 0 && <Consents consents={data.consents} />}
    </div>
  );
}

function Export({ from, onDone }: { from: string | null; onDone: () => void }) {
  const [isDone, setDone] = useState(false);
  const { run, isBusy, refusal } = useAction((failure) => errorText(failure, text.exportFailed));
  const download = () =>
    run(async () => {
      const data = await post<AccountExport>(EXPORT);
      const json = new Blob([JSON.stringify(data, null, 2)], { type: "application/json" });
      saveFile(json, `${data.login}-${data.exported_at.slice(0, 10)}.json`);
      setDone(true);
      onDone();
    });
  return (
    <div className={css.part}>
      <div>
        <h3>{text.download}</h3>
        <p>{text.downloadText}</p>
        <p role="status">
          {isDone && text.exported} {from && text.exportFrom({ moment: moment(from) })}
        </p>
        {refusal && <Refusal>{refusal}</Refusal>}
      </div>
      <Button busy={isBusy} disabled={from !== null} onClick={download}>
        {text.download}
      </Button>
    </div>
  );
}

function Erase({ data, onDone }: { data: DataProtection; onDone: () => void }) {
  const [isOpen, setOpen] = useState(false);
  const isRefused = data.obstacles.length > 0;
  return (
    <>
      <div className={css.part}>
        <div>
          <h3>{text.erase}</h3>
          <p>{text.eraseText}</p>
          {isRefused && (
            <>
              <p>{text.obstacles}</p>
              <ul className={css.obstacles}>
                {data.obstacles.map(({ text: sentence, donation }) => (
                  <li key={`${sentence} ${donation}`}>
                    {sentence}
                    {donation && (
                      <p>
                        <OwnDonation id={donation} />
                      </p>
                    )}
                  </li>
                ))}
              </ul>
            </>
          )}
        </div>
        <Button look="danger" disabled={isRefused} onClick={() => setOpen(true)}>
          {text.erase}
        </Button>
      </div>
      {isOpen && <EraseDialog data={data} onClose={() => setOpen(false)} onDone={onDone} />}
    </>
  );
}

/** All kinds of data that the site can have, by what an erasure does with them. */
function Rows({ rows }: { rows: DataProtection["rows"] }) {
  const reasons = [null, "books", "log", "statistics", "choice"] as const;
  return (
    <Disclosure summary={text.rowsTitle}>
      <dl className={css.rows}>
        {reasons.map((reason) => (
          <div key={reason}>
            <dt>{reason ? text.reasons[reason] : text.deleted}</dt>
            <dd>
              {rows
                .filter(({ kept }) => kept === reason)
                .map(({ name }) => text.rows[name as keyof typeof text.rows] ?? name)
                .join(" · ")}
            </dd>
          </div>
        ))}
      </dl>
    </Disclosure>
  );
}

function Consents({ consents }: { consents: DataProtection["consents"] }) {
  return (
    <div>
      <h3>{text.accepted}</h3>
      <ul>
        {consents.map(({ document, version, accepted_at }) => (
          <li key={`${document} ${version}`}>
            {text.acceptedAt({
              document: text.documents[document],
              version: String(version),
              moment: moment(accepted_at),
            })}
          </li>
        ))}
      </ul>
    </div>
  );
}
