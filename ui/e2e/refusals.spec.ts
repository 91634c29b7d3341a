// Every error that the service can answer is shown in the language of the page, as the service writes it.
import { readFile } from "node:fs/promises";
import { bannerButton, fillFields, press } from "./form-parts";
import { answerOnce, dialog, expect, REQUEST_ERRORS, test } from "./helpers";

/** The page asks for the proof instead of showing the refusal. */
const ASKS_FOR_PROOF = "step_up_required";

const FORMS = {
  en: { path: "/media", open: "Login", fields: { Username: "nobody", Password: "wrong" } },
  es: { path: "/es/media", open: "Ingresar", fields: { Usuario: "nadie", Contraseña: "wrong" } },
  pt: { path: "/pt/media", open: "Entrar", fields: { Usuário: "ninguem", Senha: "wrong" } },
};

for (const [language, { path, open, fields }] of Object.entries(FORMS))
  test(`every refusal is shown in ${language}`, async ({ page, expectErrors }) => {
    expectErrors(...REQUEST_ERRORS);
    const catalogue = JSON.parse(
      await readFile(new URL(`../../gateway/texts/${language}.json`, import.meta.url), "utf8"),
    );
    const refusals = Object.entries<string>(catalogue.refusals).filter(([error]) => error !== ASKS_FOR_PROOF);
    expect(refusals.length).toBeGreaterThan(30);
    await page.goto(path);
    await bannerButton(open)(page).click();
    await fillFields(page, fields);
    for (const [error, message] of refusals) {
      const request = page.waitForRequest("**/api/auth/login");
      await page.route(
        "**/api/auth/login",
        answerOnce((route) => route.fulfill({ status: 409, json: { error, message, status: 409, request_id: "r" } })),
      );
      await press(page, open);
      expect(await (await request).headerValue("accept-language")).toBe(language);
      await expect(dialog(page).getByRole("alert")).toContainText(message);
    }
  });
