import panels from "panels:subject";
import { Panels, type Subject } from "../panels";

/** Offers of extras beside the name of a subject. */
export const SubjectActions = (subject: Subject) => <Panels of={panels} {...subject} />;

interface CharacterActionsProps extends Pick<Subject, "isPointerOnly"> {
  char_id: number | null;
  char_name: string;
  privacy: "public" | "rankings" | "hidden";
}

/** The same for a character that its player shows. */
export const CharacterActions = ({ char_id, char_name, privacy, isPointerOnly }: CharacterActionsProps) =>
  privacy === "public" &&
  char_id !== null && <SubjectActions kind="character" id={char_id} name={char_name} isPointerOnly={isPointerOnly} />;
