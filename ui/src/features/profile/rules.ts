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

// The texts below are fixed by the specification.

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
    current_password: firstBroken(values.current_password, [[isPresent, "Current password is required"]]),
    new_password: firstBroken(values.new_password, [
      [hasAtLeast(PASSWORD_MIN), `Password must be at least ${PASSWORD_MIN} characters long`],
      ...PASSWORD_LIMITS,
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
        // A change of letter case alone is no change.
        [(text) => text.toLowerCase() !== current?.toLowerCase(), "New email must be different from current email"],
      ]),
    });
