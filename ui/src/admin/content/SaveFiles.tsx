import * as text from "text:adminContent";
import { ChangePanel } from "../parts/ChangePanel";
import { Difference } from "./Difference";
import type { Edit } from "./drafts";
import { MarkdownPreview, mistakeText } from "./MarkdownPreview";
import { usePreview } from "./usePreview";
import { useUndoneSave } from "./useUndoneSave";

interface Props {
  title: string;
  edits: readonly Edit[];
  onClose: () => void;
  onDone: () => void;
}

/** Shows the changed lines and the rendered texts, and saves the files together. */
export function SaveFiles({ title, edits, onClose, onDone }: Props) {
  const requestEdits = edits.map(({ path, hash, text: body, upload }) => ({
    path,
    hash,
    text: body,
    ...(upload && { upload }),
  }));
  const preview = usePreview(requestEdits, 0);
  const undo = useUndoneSave(edits);
  return (
    <ChangePanel
      title={title}
      action={title}
      method="PUT"
      path="/api/admin/content"
      form={{ edits: requestEdits }}
      undo={undo ?? undefined}
      isReading={undo === undefined}
      refusal={preview?.mistake ? mistakeText(preview.mistake) : undefined}
      onClose={onClose}
      onDone={onDone}
    >
      {edits.map(({ path, text: body, original }) =>
        original === undefined && body === null ? null : (
          <Difference key={path} path={path} oldText={original ?? ""} newText={body ?? ""} />
        ),
      )}
      {preview && preview.rendered.length > 0 && (
        <>
          <h3>{text.asShown}</h3>
          <MarkdownPreview preview={preview} />
        </>
      )}
    </ChangePanel>
  );
}
