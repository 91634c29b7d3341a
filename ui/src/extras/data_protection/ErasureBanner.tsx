import * as text from "text:dataProtection";
import { remove } from "@shared/api/client";
import { errorText } from "@shared/api/errorText";
import { Banner } from "@shared/components/Banner";
import { Button } from "@shared/components/Button";
import { Refusal } from "@shared/components/Field";
import { formatMomentWithin } from "@shared/dates";
import { useAction } from "@shared/useAction";
import { mutate } from "swr";
import { ERASURE, NOTICES, type Notices, type PendingErasure } from "./answers";

/** Cancels the erasure, for every view of it. */
export async function cancelErasure(): Promise<void> {
  await mutate(NOTICES, await remove<Notices>(ERASURE), { revalidate: false });
}

export const titleOf = ({ state }: PendingErasure): string => (state === "held" ? text.held : text.pending);

export const sentenceOf = ({ state, due_at }: PendingErasure): string =>
  state === "held" ? text.heldText : text.pendingText({ moment: formatMomentWithin(new Date(due_at), new Date()) });

/** An erasure that waits, with the button that cancels it. */
export function ErasureBanner({ erasure, onCancel }: { erasure: PendingErasure; onCancel: () => void }) {
  const { run, isBusy, refusal } = useAction((failure) => errorText(failure, text.cancelFailed));
  const cancel = (
    <Button busy={isBusy} onClick={() => run(() => cancelErasure().then(onCancel))}>
      {text.cancelErasure}
    </Button>
  );
  return (
    <div>
      <Banner tone="wait" icon="alert" title={titleOf(erasure)} action={cancel}>
        {sentenceOf(erasure)}
      </Banner>
      {refusal && <Refusal>{refusal}</Refusal>}
    </div>
  );
}
