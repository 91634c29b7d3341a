// Renders the SVG artwork into pictures. The noise and blur filters take seconds each, so the results are kept in the
// repository under a name that hashes source and recipe: only a changed drawing is rendered again.
import { createHash } from "node:crypto";
import { copyFile, mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { publishFonts } from "./pictureFonts.mjs";

const QUALITY = {
  avif: { quality: 52, effort: 4 },
  webp: { quality: 80, effort: 4 },
  jpeg: { quality: 84, mozjpeg: true },
  png: { palette: true },
};
const LAYERS = ["sky", "mountains", "castle", "town", "hills"];
const SCENES = ["siege", "harbour", "elven-forest", "dwarven-town", "dragon-valley", "colosseum"];
const PAGE_SCENES = ["siege", "dragon-valley", "harbour", "dwarven-town", "colosseum"];
const BOSSES = ["ant", "core", "orfen", "valakas"];
const SHARES = {
  home: "skyline",
  "server-info": "scene-dragon-valley",
  rankings: "scene-colosseum",
  media: "scene-harbour",
  download: "scene-dwarven-town",
  news: "scene-elven-forest",
  world: "map-aden",
  events: "scene-boss-valakas",
};

/** Behind the texts of link previews that the service draws. */
const CARD_SCENES = [...PAGE_SCENES.map((name) => `scene-${name}`), ...BOSSES.map((name) => `scene-boss-${name}`)];

/** Banners of link previews by race, and one for any colour. */
const CARD_BANNERS = {
  human: "gonfalon-human",
  elf: "gonfalon-elf",
  darkelf: "gonfalon-darkelf",
  orc: "gonfalon-orc",
  dwarf: "gonfalon-dwarf",
  plain: "banner",
};

const SHARE_SIZE = { width: 1200, height: 630 };
const GROUND = "#0b0e14";
const square = (size, format) => ({ width: size, height: size, format });

/** AVIF in several widths, and one WebP for the few browsers that lack it. */
function responsive(source, widths, layer, ratio = 16 / 9) {
  const files = widths.map((width) => ({ width, height: Math.round(width / ratio), format: "avif" }));
  return { source, layer, files: [...files, { ...files.at(-1), format: "webp" }] };
}

/** Pictures that `import picture from "art:<name>"` accepts. */
const PICTURES = {
  skyline: responsive("skyline", [800, 1600]),
  ...Object.fromEntries(LAYERS.map((layer) => [`skyline-${layer}`, responsive("skyline", [800, 1200, 1920], layer)])),
  ...Object.fromEntries(PAGE_SCENES.map((name) => [`scene-${name}`, responsive(`scene-${name}`, [640, 1280])])),
  "scene-elven-forest": responsive("scene-elven-forest", [640, 1280]),
  "map-aden": responsive("map-aden", [640, 1280], undefined, 900 / 980),
  ...Object.fromEntries(BOSSES.map((name) => [`scene-boss-${name}`, responsive(`scene-boss-${name}`, [640, 1280])])),
};

export class Art {
  #folder;
  #renderedDir;
  #outDir;
  #masters = new Map();
  #used = new Set();

  constructor(folder, outDir) {
    this.#folder = folder;
    this.#renderedDir = join(folder, "rendered");
    this.#outDir = outDir;
  }

  /** esbuild plugin: resolves `art:<name>` to `{avif, src, width, height}`; `avif` is a srcset. */
  plugin() {
    return {
      name: "art",
      setup: (build) => {
        build.onResolve({ filter: /^art:/ }, ({ path }) => ({ path: path.slice(4), namespace: "art" }));
        build.onLoad({ filter: /.*/, namespace: "art" }, async ({ path }) => ({
          contents: `export default ${JSON.stringify(await this.picture(path))}`,
          loader: "js",
        }));
      },
    };
  }

  /** Publishes a picture in all sizes and returns its addresses. */
  async picture(name) {
    const recipe = PICTURES[name];
    if (!recipe) throw new Error(`unknown picture ${name}`);
    const files = await this.#render(name, recipe);
    await this.#publish(files, "assets/art", ({ name: file }) => file);
    const address = ({ name: file }) => `/assets/art/${file}`;
    const { width, height } = files.at(-1);
    const avif = files.filter(({ format }) => format === "avif");
    return {
      avif: avif.map((file) => `${address(file)} ${file.width}w`).join(", "),
      src: address(files.at(-1)),
      width,
      height,
    };
  }

  /** Gallery pictures, under fixed names so that an operator can replace them. */
  async gallery() {
    for (const name of SCENES) {
      const files = [
        { width: 1600, height: 900, format: "webp" },
        { width: 640, height: 360, format: "webp" },
      ];
      const renderedFiles = await this.#render(`gallery-${name}`, { source: `scene-${name}`, files });
      await this.#publish(renderedFiles, "media", ({ width }) => `${name}${width === 640 ? "-thumb" : ""}.webp`);
    }
  }

  /** Link preview pictures (og:image), one per public page, 1200 by 630, with the logo. */
  async shares() {
    const overlay = hash(await readFile(join(this.#folder, "logo.svg")));
    for (const [page, source] of Object.entries(SHARES)) {
      const files = await this.#render(`share-${page}`, {
        source,
        overlay,
        files: [{ ...SHARE_SIZE, format: "jpeg" }],
      });
      await this.#publish(files, "share", () => `${page}.jpg`);
    }
  }

  /** Names the pictures over which the service draws link previews: with the operator's name, and with live figures. */
  async covers() {
    const folder = join(this.#outDir, "render");
    await mkdir(folder, { recursive: true });
    const list = async (file, sources) => {
      const files = sources.map(async ([name, source]) => [name, (await this.picture(source)).src.slice(1)]);
      await writeFile(join(folder, file), JSON.stringify(Object.fromEntries(await Promise.all(files))));
    };
    await list("covers.json", Object.entries(SHARES));
    await list(
      "scenes.json",
      CARD_SCENES.map((scene) => [scene.replace("scene-", ""), scene]),
    );
  }

  /** The live link preview of the rankings without its names, which the service draws, and the fonts for them. */
  async podium() {
    const wreaths = await Promise.all([1, 2, 3].map((rank) => readFile(join(this.#folder, `rank-${rank}.svg`))));
    const recipe = { source: "scene-colosseum", wreaths: hash(...wreaths), files: [{ ...SHARE_SIZE, format: "jpeg" }] };
    await this.#publish(await this.#render("podium", recipe), "render", () => "podium.jpg");
    await publishFonts(join(this.#outDir, "render"));
  }

  /** The parts of the link previews of single characters, clans and reports, which the service draws. */
  async cards() {
    const ground = { source: "card", files: [{ ...SHARE_SIZE, format: "jpeg" }] };
    await this.#publish(await this.#render("card", ground), "render", () => "card.jpg");
    const part = async (name, source, width, height) =>
      this.#publish(
        await this.#render(`card-${name}`, { source, files: [{ width, height, format: "png" }] }),
        "render",
        () => `card-${name}.png`,
      );
    for (const [name, source] of Object.entries(CARD_BANNERS)) await part(name, source, 268, 442);
    await part("shield", "shield", 93, 110);
    await part("mark", "logo-mark", 48, 48);
  }

  /** Icons for browsers and crawlers that take no SVG, and for home screens. */
  async icons() {
    const publish = async (name, recipe, file) =>
      this.#publish(await this.#render(name, { source: "logo-mark", ...recipe }), "", () => file);
    for (const size of [180, 192, 512])
      await publish(`icon-${size}`, { ground: GROUND, files: [square(size, "png")] }, `icon-${size}.png`);
    // The system may cut a maskable icon to a circle of four fifths of its width.
    const maskableIcon = { ground: GROUND, margin: 0.16, files: [square(512, "png")] };
    await publish("icon-maskable", maskableIcon, "icon-maskable-512.png");
    await publish("favicon", { files: [square(32, "ico")] }, "favicon.ico");
  }

  /** Deletes rendered files that no recipe of this build uses. */
  async sweep() {
    const old = (await readdir(this.#renderedDir)).filter((name) => !this.#used.has(name) && !name.endsWith(".part"));
    await Promise.all(old.map((name) => rm(join(this.#renderedDir, name))));
  }

  async #render(name, recipe) {
    const svg = await readFile(join(this.#folder, `${recipe.source}.svg`), "utf8");
    const key = hash(svg, JSON.stringify([recipe, QUALITY]));
    const files = recipe.files.map((file) => ({ ...file, name: `${name}-${file.width}-${key}.${file.format}` }));
    const existing = new Set(await readdir(this.#renderedDir).catch(() => []));
    for (const file of files) {
      this.#used.add(file.name);
      if (!existing.has(file.name)) await this.#store(file, await this.#draw(svg, recipe, file));
    }
    return files;
  }

  // Two builds may run at once, so a file is written under a temporary name and then renamed.
  async #store({ name }, bytes) {
    const temporaryPath = join(this.#renderedDir, `${name}.${process.pid}.part`);
    await mkdir(this.#renderedDir, { recursive: true });
    await writeFile(temporaryPath, bytes);
    await rename(temporaryPath, join(this.#renderedDir, name));
  }

  async #draw(svg, recipe, { width, height, format }) {
    const { default: sharp } = await import("sharp");
    const master = await this.#master(sharp, svg, recipe);
    let image = sharp(master).resize(width, height, { fit: "cover", position: "right" });
    if (recipe.overlay) image = await this.#withLogo(sharp, image, { width, height });
    if (recipe.wreaths) image = await this.#withWreaths(sharp, image, { width, height });
    if (recipe.ground) image = image.flatten({ background: recipe.ground });
    if (recipe.margin) image = withMargin(image, width, Math.round(width * recipe.margin), recipe.ground);
    if (format === "ico") return ico(await image.ensureAlpha().raw().toBuffer(), width);
    return image.toFormat(format, QUALITY[format]).toBuffer();
  }

  // All sizes of a picture are resized from its widest rendering, so the expensive filters run once.
  #master(sharp, svg, { source, layer, files }) {
    const width = Math.max(...files.map((file) => file.width));
    const key = `${source} ${layer ?? ""} ${width}`;
    if (!this.#masters.has(key)) {
      const image = Buffer.from(layer ? onlyLayer(svg, layer) : svg);
      const master = sharp(image).metadata();
      this.#masters.set(
        key,
        master.then((natural) =>
          sharp(image, { density: (72 * width) / natural.width })
            .png({ compressionLevel: 1 })
            .toBuffer(),
        ),
      );
    }
    return this.#masters.get(key);
  }

  async #withLogo(sharp, image, { width, height }) {
    const input = shade({ width, height }, [0.9, 0.1]);
    const mark = await sharp(join(this.#folder, "logo.svg"), { density: 144 }).resize({ width: 520 }).png().toBuffer();
    const { height: logoHeight } = await sharp(mark).metadata();
    return image.composite([{ input }, { input: mark, left: 72, top: Math.round((height - logoHeight) / 2) }]);
  }

  async #withWreaths(sharp, image, size) {
    const place = async (rank, row) => ({
      input: await sharp(join(this.#folder, `rank-${rank}.svg`), { density: 288 })
        .resize(96, 96, { fit: "inside" })
        .toBuffer(),
      left: 72,
      top: 224 + row * 122,
    });
    const wreaths = await Promise.all([1, 2, 3].map(place));
    return image.composite([{ input: shade(size, [0.94, 0.62]) }, ...wreaths]);
  }

  async #publish(files, folder, nameOf) {
    await mkdir(join(this.#outDir, folder), { recursive: true });
    await Promise.all(
      files.map((file) => copyFile(join(this.#renderedDir, file.name), join(this.#outDir, folder, nameOf(file)))),
    );
  }
}

/** Shrinks a square picture by a margin on each side. */
const withMargin = (image, size, margin, background) =>
  image
    .resize(size - 2 * margin, size - 2 * margin)
    .extend({ top: margin, bottom: margin, left: margin, right: margin, background });

/** Returns an icon file with one square picture, as a bitmap of 32 bits per pixel, which every reader knows. */
function ico(rgba, size) {
  const maskBytes = (size * size) / 8; // transparency is in the alpha channel, so the mask stays empty
  const header = Buffer.alloc(22 + 40);
  header.writeUInt16LE(1, 2); // type: icon
  header.writeUInt16LE(1, 4); // number of pictures
  header.writeUInt8(size, 6);
  header.writeUInt8(size, 7);
  header.writeUInt16LE(1, 10); // planes
  header.writeUInt16LE(32, 12); // bits per pixel
  header.writeUInt32LE(40 + rgba.length + maskBytes, 14);
  header.writeUInt32LE(22, 18); // offset of the bitmap
  header.writeUInt32LE(40, 22); // size of the bitmap's header
  header.writeInt32LE(size, 26);
  header.writeInt32LE(size * 2, 30); // picture and mask
  header.writeUInt16LE(1, 34);
  header.writeUInt16LE(32, 36);
  return Buffer.concat([header, bottomUpBgra(rgba, size), Buffer.alloc(maskBytes)]);
}

function bottomUpBgra(rgba, size) {
  const rows = Array.from({ length: size }, (_, y) => rgba.subarray(y * size * 4, (y + 1) * size * 4)).reverse();
  const bgra = Buffer.concat(rows);
  for (let at = 0; at < bgra.length; at += 4) [bgra[at], bgra[at + 2]] = [bgra[at + 2], bgra[at]];
  return bgra;
}

/** A dark veil from the left to three quarters of the picture. */
const shade = ({ width, height }, [left, right]) =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><defs><linearGradient id="g"><stop stop-color="#080b12" stop-opacity="${left}"/><stop offset=".75" stop-color="#080b12" stop-opacity="${right}"/></linearGradient></defs><rect width="100%" height="100%" fill="url(#g)"/></svg>`,
  );

/** Shows one layer of a drawing. The drawing does this with :target, which only browsers support. */
const onlyLayer = (svg, layer) =>
  svg.replace(/svg:has\([^}]*\}/g, "").replace("</style>", `.l:not(#${layer}){display:none}</style>`);

function hash(...parts) {
  const digest = createHash("sha256");
  for (const part of parts) digest.update(part);
  return digest.digest("hex").slice(0, 10);
}
