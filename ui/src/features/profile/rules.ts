import * as text from "text:profile";
import * as shared from "text:shared";
import {
  firstBroken,
  hasAtLeast,
  isAddress,
  isFilled,
  isPresent,
  onlyProblems,
  PASSWORD_LIMITS,
  PASSWORD_MIN,
  type Problems,
} from "@shared/forms/rules";

export interface PasswordValues {
  readonly current_password: string;
  readonly new_password: string;
  readonly confirmation: string;
}

export interface EmailValues {
  readonly new_email: string;
  readonly current_password: string;
}

export const passwordProblems = (values: PasswordValues): Problems<PasswordValues> =>
  onlyProblems<PasswordValues>({
    current_password: firstBroken(values.current_password, [[isPresent, text.currentRequired]]),
    new_password: firstBroken(values.new_password, [
      [hasAtLeast(PASSWORD_MIN), text.passwordShort({ least: String(PASSWORD_MIN) })],
      ...PASSWORD_LIMITS,
      [(password) => password !== values.current_password, text.passwordSame],
    ]),
    confirmation: firstBroken(values.confirmation, [
      [(password) => password === values.new_password, shared.newPasswordsDiffer],
    ]),
  });

/** `asksPassword`: the last proof of the password is too old. */
export const emailProblems =
  (current: string | null, asksPassword: boolean) =>
  ({ new_email, current_password }: EmailValues): Problems<EmailValues> =>
    onlyProblems<EmailValues>({
      new_email: firstBroken(new_email.trim(), [
        [isFilled, shared.emailRequired],
        [isAddress, text.emailInvalid],
        // A change of letter case alone is no change.
        [(email) => email.toLowerCase() !== current?.toLowerCase(), text.emailSame],
      ]),
      current_password: asksPassword ? firstBroken(current_password, [[isPresent, text.currentRequired]]) : undefined,
    });
