import { expect, type Locator, type Page, test } from "@playwright/test";
import { PHONE } from "./helpers";
import { region, signInOperator } from "./operator";
import { expectAccessibleLayout, expectFitsScreens, takePicture } from "./screens";

const marker = signInOperator();

async function save(page: Page, action: string): Promise<void> {
  const dialog = page.getByRole("dialog", { name: action });
  await dialog.getByLabel("Reason").fill("a test of the page");
  await dialog.getByRole("button", { name: action }).click();
  await expect(dialog).toHaveCount(0);
}

async function undoSave(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Undo the save" });
  await dialog.getByRole("button", { name: "Undo the save" }).click();
  await expect(dialog).toHaveCount(0);
}

/** Text of a file in the folder. */
async function readStoredFile(page: Page, path: string): Promise<string> {
  const response = await page.request.get("/api/admin/content/file", { params: { path } });
  return (await response.json()).text;
}

test("each part of the content is shown at each width", async ({ page }) => {
  await page.setViewportSize(PHONE);
  for (const [path, panel] of [
    ["", "All news"],
    ["/banner", "Maintenance"],
    ["/texts", "All texts"],
    ["/media", "Pictures"],
    ["/downloads", "Versions"],
  ] as const) {
    await page.goto(`/admin/content${path}`);
    await expect(region(page, panel)).toBeVisible();
    await expectFitsScreens(page, `content${path.replace("/", "-")}`);
  }
});

const TABLE = "| Left | Middle | Right |\n|:--|:-:|--:|\n| a | b | 1000000000 |\n";
const alignments = (cells: Locator) =>
  cells.evaluateAll((elements) => elements.map((cell) => getComputedStyle(cell).textAlign.replace("-webkit-", "")));

test("an edited page is previewed, saved, shown to players and restored", async ({ page }) => {
  await page.goto("/admin/content/texts?file=pages/rules.md");
  const editor = page.getByLabel("Text of pages/rules.md");
  const originalText = await readStoredFile(page, "pages/rules.md");
  await editor.fill("[a](javascript:alert(1))");
  const preview = region(page, "As players see it");
  await expect(preview.getByText(/line 1: A link begins with https/)).toBeVisible();
  await editor.fill(`Be **kind ${marker}**.\n\n${TABLE}\n${originalText}`);
  await expect(preview.locator("strong").first()).toHaveText(`kind ${marker}`);
  const columns = ["left", "center", "right"];
  expect(await alignments(preview.locator("th, td"))).toEqual([...columns, ...columns]);
  await page.getByRole("button", { name: "Save", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Save" });
  await expect(dialog.locator("ins").first()).toContainText(`Be **kind ${marker}**.`);
  await expectAccessibleLayout(page);
  await takePicture(page, "content-save");
  await save(page, "Save");
  await expect
    .poll(async () => await (await page.request.get("/")).text(), { timeout: 20_000 })
    .toContain(`kind ${marker}`);
  const site = await page.context().newPage();
  await site.goto("/#rules");
  await expect(site.getByRole("region", { name: "Rules" }).getByText(`kind ${marker}`)).toBeVisible();
  expect(await alignments(site.getByRole("region", { name: "Rules" }).locator("th, td"))).toEqual([
    ...columns,
    ...columns,
  ]);
  await site.close();

  await undoSave(page);
  await expect.poll(() => readStoredFile(page, "pages/rules.md")).toBe(originalText);
  await expect(editor).not.toContainText(marker);

  // The files as they were are read after all else: a restore waits for them, as it could not be undone otherwise.
  await page.route("**/api/admin/content/file?*", async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 3_000));
    await route.continue();
  });
  await region(page, "Versions").getByRole("button", { name: "Compare" }).first().click();
  await expect(page.getByRole("dialog").locator("ins").first()).toContainText(marker);
  await page.getByRole("dialog").getByRole("button", { name: "Restore" }).click();
  await save(page, "Restore");
  expect(await readStoredFile(page, "pages/rules.md")).toContain(marker);
  await undoSave(page);
  await expect.poll(() => readStoredFile(page, "pages/rules.md")).toBe(originalText);
});

test("a refused save names its mistake once, in the operator's language", async ({ page, context }) => {
  await context.addCookies([{ name: "admin_language", value: "es", url: `${process.env.GATEWAY_URL}/admin` }]);
  await page.goto("/admin/content/texts?file=pages/rules.md");
  await page.getByLabel("Texto de pages/rules.md").fill("![](/pictures/none.png)");
  await page.getByRole("button", { name: "Guardar", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Guardar" });
  await expect(dialog.getByRole("alert")).toHaveText([
    "pages/rules.md, línea 1: No hay una imagen /pictures/none.png.",
  ]);
  await expect(dialog.getByRole("button", { name: "Guardar" })).toBeDisabled();
});

test("a text is kept when another operator saves first", async ({ page }) => {
  const path = `news/shared-${marker}.md`;
  const article = (body: string) => `---\ntitle: Shared ${marker}\ndate: 2099-01-01\n---\n${body}\n`;
  const saveAsAnother = async (body: string | null) => {
    const { hash } = await (await page.request.get("/api/admin/content/file", { params: { path } })).json();
    const text = body && article(body);
    const response = await page.request.put("/api/admin/content", {
      data: { reason: "another operator", edits: [{ path, hash, text }] },
      headers: { "Idempotency-Key": `${marker}-${body}`, "Sec-Fetch-Site": "same-origin" },
    });
    expect(response.status()).toBe(200);
  };
  await saveAsAnother("first");
  await page.goto(`/admin/content?file=${path}`);
  const editor = page.getByLabel(`Text of ${path}`);
  await expect(editor).toHaveText("first");
  await editor.fill("mine");
  await saveAsAnother("theirs");
  await expect(page.getByText("Your text is kept.")).toBeVisible();
  await expect(editor).toHaveText("mine");
  await page.getByRole("button", { name: "Take the file" }).click();
  await expect(editor).toHaveText("theirs");
  await saveAsAnother(null);
});

test("maintenance is begun and undone, and leaves a closed feature closed", async ({ page }) => {
  await page.goto("/admin/content/banner");
  const panel = region(page, "Maintenance");
  await panel.getByLabel("Text", { exact: true }).fill(`Index ${marker}`);
  await panel.getByLabel("Deliveries").uncheck();
  await panel.getByLabel("Roulette").uncheck();
  await panel.getByLabel("Registration").uncheck();
  await panel.getByLabel("Until", { exact: true }).fill("2030-01-01T10:00");
  await panel.getByRole("button", { name: "Begin maintenance" }).click();
  await save(page, "Begin maintenance");
  await expect(region(page, "Notices on every page")).toContainText(`Index ${marker}`);
  await expect(panel.getByLabel("Donations")).toBeDisabled();
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  const undo = page.getByRole("dialog", { name: "End maintenance" });
  await expectAccessibleLayout(page);
  await undo.getByRole("button", { name: "End maintenance" }).click();
  await expect(region(page, "Notices on every page")).not.toContainText(marker);
  await expect(panel.getByLabel("Donations")).toBeEnabled();
});

test("the editor formats Markdown, is left by Tab, keeps the keys of the page away, and breaks no policy", async ({
  page,
}) => {
  const messages: string[] = [];
  page.on("console", (message) => messages.push(message.text()));
  page.on("pageerror", (error) => messages.push(error.message));
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto(`/admin/content?file=news/format-${marker}.md`);
    const editor = page.getByLabel(`Text of news/format-${marker}.md`);
    await editor.fill("go l");
    await page.keyboard.press("Control+A");
    await page.keyboard.press("Control+B");
    await page.getByRole("button", { name: "Italic" }).click();
    await page.getByRole("button", { name: "Heading" }).click();
    await expect(editor).toHaveText("## **_go l_**");
    await page.keyboard.press("Control+Z");
    await page.getByRole("button", { name: "List" }).click();
    await page.getByRole("button", { name: "Link" }).click();
    await page.keyboard.type("/rankings");
    await expect(editor).toHaveText("- **_[go l](/rankings)_**");
    await expectAccessibleLayout(page);
    await takePicture(page, `content-editor-${width}`);
    await page.keyboard.press("Tab");
    await expect(page.getByRole("button", { name: "Save", exact: true })).toBeFocused();
  }
  expect(messages).toEqual([]);
});

test("a form changes values and lists, and shows a mistake at its field", async ({ page }) => {
  await page.goto("/admin/content/texts?file=server-info.json");
  const form = page.getByRole("group", { name: "Text of server-info.json" });
  await form.getByText("Bosses", { exact: false }).first().click();
  await form.getByText("Antharas", { exact: true }).click();
  const level = form.locator("details[open] details[open]").getByLabel("Level");
  await level.fill("high");
  await expect(level).toHaveAttribute("aria-invalid", "true");
  await expect(level).toHaveAccessibleDescription("Write a whole number.");
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    await expectAccessibleLayout(page);
    await takePicture(page, `content-mistake-${width}`);
  }
  await level.fill("80");
  await expect(level).not.toHaveAttribute("aria-invalid", "true");
  await form.getByRole("button", { name: "Move up: Antharas" }).press("Enter");
  await expect(form.getByRole("button", { name: "Move down: Antharas" })).toBeFocused();
  await form.getByRole("button", { name: "Add to Bosses" }).click();
  await page.keyboard.type(`Boss ${marker}`);
  // Other tests read what this one would save.
  await page.getByRole("button", { name: "Save", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Save" });
  await expect(dialog.locator("ins")).toContainText(["Antharas", "name", `Boss ${marker}`]);
  await expect(dialog.getByText("This will change")).toBeVisible();
});

test("a text that cannot be read has no form until it is mended, and a new language begins with a copy", async ({
  page,
}) => {
  await page.goto("/admin/content/downloads");
  await page.getByRole("button", { name: "Text", exact: true }).click();
  await page.getByLabel("Text of downloads.json").fill("{");
  await expect(page.getByRole("button", { name: "Form", exact: true })).toBeDisabled();
  await expect(region(page, "As players see it").getByRole("alert")).toContainText("downloads.json, line 1");
  await page.getByRole("button", { name: "Discard edits" }).click();
  await page.getByRole("button", { name: /English/ }).click();
  await page.getByRole("button", { name: "Begin with a copy of downloads.json" }).click();
  await page.locator("summary").first().click();
  await page.getByText("Full Client", { exact: true }).click();
  await page.locator("details[open] details[open]").getByLabel("Download address").fill("/files/none.zip");
  await expect(page.locator("[aria-invalid=true]")).toHaveAccessibleDescription("There is no file /files/none.zip.");
});

test("a picture is sent with its progress, can be cancelled, and is refused with its reason", async ({ page }) => {
  const png = Buffer.concat([Buffer.from("89504e470d0a1a0a", "hex"), Buffer.alloc(1_500_000)]);
  const name = `season-${marker}.png`;
  await page.goto("/admin/content/media");
  const panel = region(page, "Pictures");
  const add = panel.getByRole("button", { name: "Add picture" });
  const pick = (name: string, buffer: Buffer) =>
    panel.getByLabel("Picture to add").setInputFiles({ name, mimeType: "image/png", buffer });
  await pick("a.png", Buffer.alloc(1_500_000, "<svg/>"));
  await add.click();
  await expect(panel.getByText("The content is not of a .png file.")).toBeVisible();
  const network = await page.context().newCDPSession(page);
  const limit = (uploadThroughput: number) =>
    network.send("Network.emulateNetworkConditions", {
      offline: false,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput,
    });
  await pick(name, png);
  await limit(100_000);
  await add.click();
  const progress = panel.getByRole("progressbar", { name: "Upload" });
  await expect.poll(async () => Number(await progress.getAttribute("value"))).toBeGreaterThan(0);
  await expectAccessibleLayout(page);
  await takePicture(page, "content-upload");
  await panel.getByRole("button", { name: "Cancel" }).click();
  await expect(progress).toHaveCount(0);
  await limit(-1);
  await add.click();
  await save(page, "Add picture");
  const link = panel.getByRole("link", { name: `/pictures/${name}` });
  await expect(link).toBeVisible();
  await undoSave(page);
  await expect(link).toHaveCount(0);
  await panel.getByRole("button", { name: `Restore: pictures/${name}` }).click();
  await expectAccessibleLayout(page);
  await save(page, "Restore");
  await takePicture(page, "content-former-pictures");
  await expect(link).toBeVisible();
  await undoSave(page);
  await expect(link).toHaveCount(0);
});

test("an article is begun, saved in two languages and deleted", async ({ page }) => {
  await page.goto("/admin/content");
  await page.getByLabel("Name of a new article").fill(`season-${marker}`);
  await page.getByRole("button", { name: "Begin" }).click();
  for (const [language, path] of [
    ["Site’s language", `news/season-${marker}.md`],
    ["Español", `news/season-${marker}.es.md`],
  ] as const) {
    await page.getByRole("button", { name: language }).click();
    const editor = page.getByLabel(`Text of ${path}`);
    await page.getByLabel("Title").fill(`Season ${marker}`);
    await page.getByLabel("Shown from").fill("2026-01-01");
    await editor.fill("It *begins*.");
  }
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await save(page, "Save");
  const row = region(page, "All news").getByRole("row", { name: `Season ${marker}` });
  await expect(row).toContainText("es");
  await page.getByRole("button", { name: "Delete", exact: true }).click();
  await save(page, "Delete");
  await expect(row).toHaveCount(0);
});
