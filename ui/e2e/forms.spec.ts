/** Rules that the forms of login, registration, password and email share. */
import { type Locator, type Page, type Route, test as unitTest } from "@playwright/test";
import { loginProblems, registerProblems } from "../src/features/auth/rules";
import { emailProblems, passwordProblems } from "../src/features/profile/rules";
import { bannerButton, field, profileButton } from "./form-parts";
import {
  closeDialog,
  DESKTOP,
  dialog,
  errorResponse,
  expect,
  expectAccessible,
  expectNoHorizontalScroll,
  latch,
  PHONE,
  REQUEST_ERRORS,
  SMALL_PHONE,
  TABLET,
  test,
} from "./helpers";
import { mockPlayer, PROFILE } from "./player-data";

interface Form {
  title: "Login" | "Register" | "Change Password" | "Edit Profile";
  path: string;
  visit: (page: Page) => Promise<unknown>;
  opener: (page: Page) => Locator;
  submit: string;
  busyLabel: string;
  /** Of each field: label, name, valid value, autocomplete, and the error if it is empty. */
  fields: readonly (readonly [label: string, name: string, value: string, autocomplete: string, error: string])[];
  /** Value of the first field after opening. */
  initial: string;
  /** Names of the fields that are not sent. */
  unsent?: string;
  /** Sent besides the fields. */
  sent?: object;
  response: object;
  fallback: string;
  /** The field that has the focus after a refusal; else the submit button has it. */
  retry?: string;
  /** Of one form: all of them close by the same dialog. */
  closing?: readonly ("Escape" | "Close" | "Cancel")[];
}

const visitMedia = (page: Page) => page.goto("/media");
const visitPlayer = async (page: Page) => {
  await mockPlayer(page);
  await page.goto("/player");
};

const SESSION = { token: "t.o.k", user: { username: "lunar42" } };
const USERNAME = ["Username", "username", "lunar42", "username", "Username is required"] as const;
const LOGIN_NAME = ["Username", "username", "lunar42", "username webauthn", "Username is required"] as const;
const REQUIRED = "Password is required";
const TOO_SHORT = "Password must be at least 6 characters long";

const FORMS: readonly Form[] = [
  {
    title: "Login",
    path: "/api/auth/login",
    visit: visitMedia,
    opener: bannerButton("Login"),
    submit: "Login",
    busyLabel: "Logging in...",
    fields: [LOGIN_NAME, ["Password", "password", "secret1", "current-password", REQUIRED]],
    initial: "",
    response: SESSION,
    fallback: "Login failed",
    retry: "Password",
  },
  {
    title: "Register",
    path: "/api/auth/register",
    visit: visitMedia,
    opener: bannerButton("Register"),
    submit: "Register",
    busyLabel: "Creating your account...",
    fields: [
      USERNAME,
      ["Email", "email", "lunar@example.org", "email", "Email is required"],
      ["Password", "password", "secret1", "new-password", REQUIRED],
      ["Confirm password", "confirmPassword", "secret1", "new-password", "Please confirm your password"],
    ],
    initial: "",
    unsent: "confirmPassword",
    sent: { accepted_texts: { terms: 1, privacy: 1 } },
    response: SESSION,
    fallback: "Registration failed",
  },
  {
    title: "Change Password",
    path: "/api/auth/change-password",
    visit: visitPlayer,
    opener: profileButton("Change Password"),
    submit: "Change Password",
    busyLabel: "Changing...",
    fields: [
      ["Current password", "current_password", "oldsecret", "current-password", "Current password is required"],
      ["New password", "new_password", "secret12", "new-password", TOO_SHORT],
      ["Confirm new password", "confirmation", "secret12", "new-password", ""],
    ],
    initial: "",
    unsent: "confirmation",
    response: { success: true, message: "", token: "f.r.esh" },
    fallback: "Failed to change password",
    closing: ["Escape", "Close", "Cancel"],
  },
  {
    title: "Edit Profile",
    path: "/api/auth/update-email",
    visit: visitPlayer,
    opener: profileButton("Edit Profile"),
    submit: "Save",
    busyLabel: "Saving...",
    fields: [["Email", "new_email", "moon@fishi.example", "email", "Email is required"]],
    initial: PROFILE.email ?? "",
    response: { success: true, message: "", email: "moon@fishi.example" },
    fallback: "Failed to update email",
  },
];

const STAFF = "Staff accounts change their password and email in the game's own tools.";

for (const form of FORMS)
  test.describe(form.title, () => {
    const { fields, path, submit } = form;
    const [[first, firstName]] = fields as [Form["fields"][number]];
    const submitButton = (page: Page) => dialog(page).getByRole("button", { name: submit, exact: true });
    const alert = (page: Page) => dialog(page).getByRole("alert");
    const fill = async (page: Page, valid = true) => {
      for (const [label, , value] of fields) await field(page, label).fill(valid ? value : "");
    };
    let respond: (route: Route) => unknown;
    let bodies: unknown[];

    test.beforeEach(async ({ page }) => {
      bodies = [];
      await form.visit(page);
      await page.route(`**${path}`, (route) => {
        bodies.push(route.request().postDataJSON());
        return respond(route);
      });
      await form.opener(page).click();
    });

    test("names missing values, closes without traces, shows refusals, and is sent once", async ({
      page,
      expectErrors,
    }) => {
      expectErrors(...REQUEST_ERRORS);
      await test.step("supports password managers and names each missing value without a request", async () => {
        await expect(dialog(page).getByRole("heading", { name: form.title })).toBeVisible();
        await expect(field(page, first)).toBeFocused();
        for (const [label, , , autocomplete] of fields)
          await expect(field(page, label)).toHaveAttribute("autocomplete", autocomplete);
        const reveal = dialog(page).getByRole("button", { name: /^(Show|Hide) password$/ });
        for (const [index, [label]] of fields.filter(([, name]) => /password|confirm/.test(name)).entries()) {
          await expect(field(page, label)).toHaveAttribute("type", "password");
          await reveal.nth(index).click();
          await expect(field(page, label)).toHaveAttribute("type", "text");
          await reveal.nth(index).click();
          await expect(field(page, label)).toHaveAttribute("type", "password");
        }
        await fill(page, false);
        await submitButton(page).click();
        for (const [label, , , , error] of fields)
          await expect(field(page, label)).toHaveAccessibleDescription(new RegExp(error));
        await expect(field(page, first)).toBeFocused();
        await expectAccessible(page);
        for (const viewport of [SMALL_PHONE, PHONE, TABLET]) {
          await page.setViewportSize(viewport);
          await expectNoHorizontalScroll(page);
          await submitButton(page).scrollIntoViewIfNeeded();
          await expect(submitButton(page)).toBeInViewport({ ratio: 0.98 });
        }
        await field(page, first).fill(fields[0]?.[2] ?? "");
        await expect(field(page, first)).not.toHaveAttribute("aria-invalid");
        expect(bodies).toEqual([]);
      });
      await page.setViewportSize(DESKTOP);
      await test.step("every way of closing resets it and restores the focus", async () => {
        respond = errorResponse(400, { message: "Please check the form." });
        for (const method of form.closing ?? [])
          await test.step(method, async () => {
            await fill(page);
            await submitButton(page).click();
            await expect(alert(page)).toHaveText("Please check the form.");
            await closeDialog(page, method);
            await expect(form.opener(page)).toBeFocused();
            await form.opener(page).click();
            await expect(field(page, first)).toHaveValue(form.initial);
            for (const [label] of fields.slice(1)) await expect(field(page, label)).toHaveValue("");
            await expect(alert(page)).toHaveCount(0);
          });
      });
      await test.step("a press beside it closes it only while nothing is typed", async () => {
        await closeDialog(page, "Escape");
        await form.opener(page).click();
        await closeDialog(page, "backdrop");
        await form.opener(page).click();
        await field(page, first).fill(fields[0]?.[2] ?? "");
        await page.mouse.click(20, 500);
        await expect(field(page, first)).toHaveValue(fields[0]?.[2] ?? "");
      });
      await test.step("shows the service's message, or its own text without one", async () => {
        await fill(page);
        for (const [text, response] of [
          ["Too many attempts.", errorResponse(429, { message: "Too many attempts.", error: "too_many_requests" })],
          [STAFF, errorResponse(403, { message: STAFF, error: "staff_account" })],
          [form.fallback, errorResponse(500, {})],
          [form.fallback, (route: Route) => route.abort()],
        ] as const)
          await test.step(text, async () => {
            respond = response;
            await submitButton(page).click();
            await expect(alert(page)).toHaveText(text);
            await expect(form.retry ? field(page, form.retry) : submitButton(page)).toBeFocused();
          });
        // Each answer has a text of its own, so that the test does not go on with the one before.
        for (const [refusal, otherErrors, text] of [
          ["Nor that one", { elsewhere: "Nor this" }, "Please check the form."],
          ["Not this one", {}, undefined],
        ] as const) {
          const fields = { [firstName]: refusal, ...otherErrors };
          respond = errorResponse(400, { message: text ?? refusal, error: "validation_failed", fields });
          await submitButton(page).click();
          await expect(field(page, first)).toHaveAccessibleDescription(new RegExp(refusal));
          await expect(field(page, first)).toBeFocused();
          await expect(alert(page)).toHaveText(text ? [text] : []);
          await expect(dialog(page).getByText(refusal)).toHaveCount(1);
        }
        await field(page, first).fill("other@example.org");
        await expect(dialog(page).getByText("Not this one")).toHaveCount(0);
      });
      await test.step("is sent once and waits for the answer", async () => {
        bodies = [];
        const { whenReleased, release } = latch();
        respond = async (route) => {
          await whenReleased;
          await route.fulfill({ json: form.response });
        };
        await fill(page);
        await submitButton(page).click();
        const busyButton = dialog(page).getByRole("button", { name: form.busyLabel });
        await expect(busyButton).toBeDisabled();
        await expect(busyButton).toHaveAttribute("aria-busy", "true");
        await field(page, first).press("Enter");
        release();
        await expect(dialog(page).getByRole("textbox")).toHaveCount(0);
        const sentFields = fields.filter(([, name]) => name !== form.unsent).map(([, name, value]) => [name, value]);
        expect(bodies).toEqual([{ ...Object.fromEntries(sentFields), ...form.sent }]);
      });
    });
  });

unitTest.describe("rules", () => {
  const registration = { username: "lunar42", email: "lunar@example.org", password: "secret1" };
  const register = (change: Partial<typeof registration>, confirmPassword?: string) => {
    const values = { ...registration, ...change };
    return registerProblems({ ...values, confirmPassword: confirmPassword ?? values.password }, 20);
  };
  const change = (new_password: string, current_password = "old", confirmation = new_password) =>
    passwordProblems({ new_password, current_password, confirmation });
  const email = (new_email: string, current_password = "", asksPassword = false) =>
    emailProblems("lunar@fishi.example", asksPassword)({ new_email, current_password });
  const ALPHABET = "Username may contain only letters and digits";
  const UNPRINTABLE = "Password may contain only printable characters";
  const TOO_LONG = "Password must be at most 16 characters";

  unitTest("login requires both fields and checks nothing else", () => {
    expect(loginProblems({ username: "", password: "" })).toEqual({ username: USERNAME[4], password: REQUIRED });
    expect(loginProblems({ username: "a b", password: "x" })).toEqual({});
  });

  for (const [name, value, error] of [
    ["username", " ", "Username is required"],
    ["username", "ab", "Username must be at least 3 characters"],
    ["username", "a".repeat(20), undefined],
    ["username", "a".repeat(21), "Username must be less than 20 characters"],
    ...["ab c", "ab_c", "Тень", "aé1"].map((value) => ["username", value, ALPHABET] as const),
    ["email", "", "Email is required"],
    ...["a", "a@b", "a b@c.d", "@c.d", "a@c."].map((value) => ["email", value, "Invalid email address"] as const),
    ["password", "12345", "Password must be at least 6 characters"],
    ["password", "123456", undefined],
    ["password", "a".repeat(16), undefined],
    ["password", "a".repeat(17), TOO_LONG],
    ...["пароль12", "tab\there", " leading", "trailing "].map((value) => ["password", value, UNPRINTABLE] as const),
    ["password", "in the midst", undefined],
  ] as const)
    unitTest(`registration with the ${name} "${value}"`, () =>
      expect(register({ [name]: value })).toEqual(error ? { [name]: error } : {}),
    );

  unitTest("registration needs the password twice", () =>
    expect(register({}, "secret2")).toEqual({ confirmPassword: "Passwords do not match" }),
  );

  unitTest("a new password differs from the current one and is typed twice", () => {
    for (const [problems, expected] of [
      [change("secret12"), {}],
      [change("secret12", ""), { current_password: "Current password is required" }],
      [change("abc12"), { new_password: TOO_SHORT }],
      [change("a".repeat(17)), { new_password: TOO_LONG }],
      [change("пароль12"), { new_password: UNPRINTABLE }],
      [change("secret12", "secret12"), { new_password: "New password must be different from current password" }],
      [change("secret12", "old", "secret13"), { confirmation: "New passwords do not match" }],
    ])
      expect(problems).toEqual(expected);
  });

  unitTest("a new email address is another one", () => {
    for (const [input, error] of [
      ["   ", "Email is required"],
      ["moon", "Please enter a valid email address"],
      ["moon@fishi", "Please enter a valid email address"],
      ["LUNAR@fishi.example", "New email must be different from current email"],
    ] as const)
      expect(email(input)).toEqual({ new_email: error });
    expect(email(" moon@fishi.example ")).toEqual({});
  });
});
