import {
  firstBroken,
  isAddress,
  isFilled,
  isPrintable,
  onlyProblems,
  PASSWORD_MAX,
  PASSWORD_MIN,
  type Problems,
} from "@shared/forms/rules";

/** What the two dialogs ask of their fields, in the words the specification fixes. */

export interface PasswordValues {
  readonly current_password: string;
  readonly new_password: string;
  readonly confirmation: string;
}

export interface EmailValues {
  readonly new_email: string;
}

export const passwordProblems = (values: PasswordValues): Problems<PasswordValues> =>
  onlyProblems<PasswordValues>({
    current_password: firstBroken(values.current_password, [[(text) => text !== "", "Current password is required"]]),
    new_password: firstBroken(values.new_password, [
      [(text) => text.length >= PASSWORD_MIN, `Password must be at least ${PASSWORD_MIN} characters long`],
      [(text) => text.length <= PASSWORD_MAX, `Password must be at most ${PASSWORD_MAX} characters`],
      [isPrintable, "Password may contain only printable characters"],
      [(text) => text !== values.current_password, "New password must be different from current password"],
    ]),
    confirmation: firstBroken(values.confirmation, [
      [(text) => text === values.new_password, "New passwords do not match"],
    ]),
  });

export const emailProblems =
  (current: string | null) =>
  ({ new_email }: EmailValues): Problems<EmailValues> =>
    onlyProblems<EmailValues>({
      new_email: firstBroken(new_email.trim(), [
        [isFilled, "Email is required"],
        [isAddress, "Please enter a valid email address"],
        // Who only changes the case of letters changes nothing.
        [(text) => text.toLowerCase() !== current?.toLowerCase(), "New email must be different from current email"],
      ]),
    });
