import { useSubmit } from "@admin/sign-in/useSubmit";
import { postWithKey, useIdempotencyKey, wasRejected } from "@shared/api/idempotencyKey";

/** Posts a change of a ticket once, and then reads the ticket; also after a refusal, whose reason may be a new message. */
export function useTicketChange(path: string, form: object, onDone: () => void, onEnd: () => void) {
  const keys = useIdempotencyKey();
  return useSubmit(async () => {
    try {
      await postWithKey(path, form, keys.keyFor(form));
      keys.settle();
      onDone();
    } catch (error) {
      if (wasRejected(error)) keys.settle();
      throw error;
    } finally {
      onEnd();
    }
  });
}
