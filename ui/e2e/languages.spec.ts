/** The page in each language: addresses, texts, figures, links between the languages, the offer. */
import type { Page } from "@playwright/test";
import { bannerButton, field, fillFields, press } from "./form-parts";
import {
  dialog,
  expect,
  expectAccessible,
  expectNoHorizontalScroll,
  logIn,
  PHONE,
  REQUEST_ERRORS,
  test,
} from "./helpers";

const LANGUAGES = [
  {
    code: "es",
    locale: "es-AR",
    views: ["", "/rankings?tab=pk", "/server-info?tab=rates", "/media"],
    home: "Inicio",
    media: "Galería",
    placeName: "Cerca de Town of Dion",
  },
  {
    code: "pt",
    locale: "pt-BR",
    views: ["", "/download"],
    home: "Início",
    media: "Galeria",
    placeName: "Perto de Town of Dion",
  },
];
const OFFER = /^(Esta página|This page)/;

const languages = (page: Page) => page.getByRole("contentinfo").getByRole("list", { name: /Language|Idioma/ });
const cutTexts = (places: readonly Element[]) =>
  places.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth).map(({ textContent }) => textContent);
const htmlOf = async (page: Page, path: string) => (await page.request.get(path)).text();

/** A service renders English first after its first snapshot, so a new one may serve empty shells for a while. */
test.beforeEach(({ page }) =>
  expect
    .poll(() => htmlOf(page, "/pt"), { message: "the rendered Home", timeout: 60_000 })
    .toContain('id="first-frame"'),
);

for (const { code, locale, views, home, media, placeName } of LANGUAGES)
  test.describe(locale, () => {
    test.use({ locale });

    test("public pages are rendered, hydrated and linked within the language", async ({ page }) => {
      for (const view of views) {
        const path = `/${code}${view}`;
        const html = await htmlOf(page, path);
        expect(html, path).toContain('id="first-frame"');
        await page.goto(path);
        await expect(languages(page).getByRole("link")).toHaveCount(3);
        await expect(page.locator("html")).toHaveAttribute("lang", locale);
        expect(await page.locator('link[rel="canonical"]').getAttribute("href")).toMatch(new RegExp(`/${code}`));
        await expect(page.locator("link[hreflang]")).toHaveCount(4);
      }
      const links = page.getByRole("navigation", { name: "Principal" }).getByRole("link");
      await expect(links.first()).toHaveText(home);
      await expect(links.first()).toHaveAttribute("href", `/${code}`);
      await links.filter({ hasText: media }).click();
      await expect(page).toHaveURL(`/${code}/media`);
      await expect(page).toHaveTitle(new RegExp(`^${media}`));
      await expect(page.getByText(OFFER)).toHaveCount(0);
    });

    test("the player's area and unknown paths stay in the language", async ({ page }) => {
      await page.goto(`/${code}/player?tab=roulette`);
      await expect(page.locator("html")).toHaveAttribute("lang", locale);
      await expect(languages(page).getByRole("link", { name: "English" })).toHaveAttribute(
        "href",
        "/player?tab=roulette",
      );
      await page.goto(`/${code}/unknown`);
      await expect(page).toHaveURL(`/${code}`);
    });

    test("tables and balances of the player's tabs fit their places", async ({ page }) => {
      await logIn(page, "demo");
      await page.route("**/api/player/characters", async (route) => {
        const answer = await (await route.fetch()).json();
        answer.data[0].current_location = "Near Town of Dion";
        await route.fulfill({ json: answer });
      });
      for (const tab of ["profile", "characters", "donations", "roulette", "rewards"]) {
        await page.goto(`/${code}/player?tab=${tab}`);
        await expect(page.getByRole("main").locator("[aria-busy=true]")).toHaveCount(0);
        if (tab === "characters") await expect(page.getByRole("main")).toContainText(placeName);
        for (const place of ["main small", "main div:has(> table)"])
          expect(await page.locator(place).evaluateAll(cutTexts), `${place} of ${tab}`).toEqual([]);
      }
    });
  });

test("errors of the service are shown in the language of the page", async ({ page, expectErrors }) => {
  expectErrors(...REQUEST_ERRORS);
  await page.goto("/es/media");
  await bannerButton("Ingresar")(page).click();
  await fillFields(page, { Usuario: "nadie-es", Contraseña: "wrong" });
  await press(page, "Ingresar");
  await expect(dialog(page).getByRole("alert")).toHaveText(/Usuario o contraseña incorrectos/);
  await page.keyboard.press("Escape");
  await bannerButton("Registrarse")(page).click();
  const registration = { Usuario: "demo", "E-mail": "demo@fishi.example", Contraseña: "n3w-secret" };
  await fillFields(page, { ...registration, "Repetir la contraseña": registration.Contraseña });
  await press(page, "Registrarse");
  await expect(dialog(page).getByRole("alert")).toHaveText(/Este usuario ya existe/);
  const common = { Usuario: `e2e${Date.now().toString(36)}`, Contraseña: "password1" };
  await fillFields(page, { ...common, "Repetir la contraseña": common.Contraseña });
  await press(page, "Registrarse");
  await expect(field(page, "Contraseña")).toHaveAccessibleDescription(/demasiado común/);
  await logIn(page, "demo2");
  await page.goto("/es/player");
  await page.getByRole("button", { name: "Cambiar contraseña" }).click();
  const next = { "Contraseña nueva": "n3w-secret", "Repetir la contraseña nueva": "n3w-secret" };
  await fillFields(page, { "Contraseña actual": "wrong", ...next });
  await press(page, "Cambiar contraseña");
  await expect(field(page, "Contraseña actual")).toHaveAccessibleDescription(/La contraseña actual es incorrecta/);
});

test("a language link keeps path and query", async ({ page }) => {
  await page.goto("/server-info?tab=rates");
  const current = languages(page).getByRole("link", { name: "English" });
  await expect(current).toHaveAttribute("aria-current", "true");
  const spanish = languages(page).getByRole("link", { name: "Español" });
  await expect(spanish).toHaveAttribute("lang", "es-AR");
  await expect(spanish).toHaveAttribute("hreflang", "es");
  await spanish.click();
  await expect(page).toHaveURL("/es/server-info?tab=rates");
  await languages(page).getByRole("link", { name: "English" }).click();
  await expect(page).toHaveURL("/server-info?tab=rates");
  await page.goto("/es");
  await languages(page).getByRole("link", { name: "Português" }).click();
  await expect(page).toHaveURL("/pt");
});

/** Returns the controls of the header that begin before their left neighbour ends, or lie outside the window. */
const crowdedControls = (page: Page) =>
  page.getByRole("banner").evaluate((header) => {
    const controls = [...header.querySelectorAll<HTMLElement>("a, button")].filter((control) =>
      control.checkVisibility(),
    );
    const boxes = controls.map((control) => ({
      name: control.ariaLabel || control.innerText,
      ...control.getBoundingClientRect().toJSON(),
    }));
    boxes.sort((a, b) => a.left - b.left);
    const ends = [0, ...boxes.map(({ right }) => right)];
    return boxes
      .filter(({ left, right }, index) => left < (ends[index] ?? 0) || right > innerWidth)
      .map(({ name }) => name);
  });

test("the header has room for its menu bar in each language", async ({ page }) => {
  for (const path of ["/", "/es", "/pt", "/player", "/es/player", "/pt/player"]) {
    if (path === "/player") await logIn(page, "demo");
    await page.goto(path);
    for (let width = 1040; width <= 1260; width += 20) {
      await page.setViewportSize({ width, height: 700 });
      expect(await crowdedControls(page), `${path} at ${width} px`).toEqual([]);
    }
  }
});

test("the menu of a phone has the languages", async ({ page }) => {
  await page.setViewportSize(PHONE);
  await page.goto("/es");
  await page.getByRole("button", { name: "Menú" }).click();
  const menu = page.getByRole("navigation", { name: "Principal" });
  await expect(menu.getByRole("link", { name: "Português" })).toHaveAttribute("href", "/pt");
  await expectNoHorizontalScroll(page);
});

test.describe("a browser that prefers Spanish", () => {
  test.use({ locale: "es-MX" });

  test("is offered the Spanish page once", async ({ page }) => {
    await page.goto("/media?tab=screenshots");
    const offer = page.getByRole("complementary").filter({ hasText: OFFER });
    await expect(offer).toHaveAttribute("lang", "es-AR");
    await expectAccessible(page);
    await offer.getByRole("link").click();
    await expect(page).toHaveURL("/es/media?tab=screenshots");
    await expect(languages(page).getByRole("link")).toHaveCount(3);
    await expect(offer).toHaveCount(0);
    await page.goto("/");
    await expect(languages(page).getByRole("link")).toHaveCount(3);
    await expect(offer).toHaveCount(0);
  });
});
