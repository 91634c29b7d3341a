import { Refusal } from "@shared/components/Field";

/** The error of a whole form. */
export const Problem = ({ text }: { text: string }) => text && <Refusal>{text}</Refusal>;
