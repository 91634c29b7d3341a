// Drawn art becomes pictures a phone can paint at once. The SVG stays the source; a picture whose source and recipe have
// not changed is taken from the cache, since the noise and blur filters in the scenes cost seconds each.
import { createHash } from "node:crypto";
import { copyFile, mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import sharp from "sharp";

const QUALITY = {
  avif: { quality: 52, effort: 4 },
  webp: { quality: 80, effort: 4 },
  jpeg: { quality: 84, mozjpeg: true },
};
const LAYERS = ["sky", "mountains", "castle", "town", "hills"];
const SCENES = ["siege", "harbour", "elven-forest", "dwarven-town", "dragon-valley", "colosseum"];
const BOSSES = ["ant", "core", "orfen", "valakas"];
const SHARES = {
  home: "skyline",
  "server-info": "skyline",
  rankings: "scene-colosseum",
  media: "scene-harbour",
  download: "scene-dwarven-town",
};

const responsive = (source, widths, layer) => ({ source, layer, widths, ratio: 9 / 16, formats: ["avif", "webp"] });

/** What `import picture from "art:<name>"` can name. */
const PICTURES = {
  skyline: responsive("skyline", [800, 1600]),
  ...Object.fromEntries(LAYERS.map((layer) => [`skyline-${layer}`, responsive("skyline", [800, 1200, 1920], layer)])),
  ...Object.fromEntries(SCENES.map((name) => [`scene-${name}`, responsive(`scene-${name}`, [640, 1280])])),
  ...Object.fromEntries(BOSSES.map((name) => [`scene-boss-${name}`, responsive(`scene-boss-${name}`, [640, 1280])])),
};

export class Art {
  #folder;
  #cache;
  #out;
  #masters = new Map();
  #used = new Set();

  constructor(folder, cache, out) {
    this.#folder = folder;
    this.#cache = cache;
    this.#out = out;
  }

  /** Makes `art:<name>` an import whose value is `{avif, webp, src, width, height}` with srcset texts. */
  plugin() {
    return {
      name: "art",
      setup: (build) => {
        build.onResolve({ filter: /^art:/ }, ({ path }) => ({ path: path.slice(4), namespace: "art" }));
        build.onLoad({ filter: /.*/, namespace: "art" }, async ({ path }) => ({
          contents: `export default ${JSON.stringify(await this.picture(path))}`,
          loader: "js",
          watchFiles: [join(this.#folder, `${PICTURES[path].source}.svg`)],
        }));
      },
    };
  }

  /** Renders one named picture in all its widths and formats and returns its addresses. */
  async picture(name) {
    const recipe = PICTURES[name];
    if (!recipe) throw new Error(`no picture is named ${name}`);
    const { widths, formats, ratio } = recipe;
    const width = widths.at(-1);
    const files = widths.flatMap((each) =>
      formats.map((format) => ({ width: each, height: Math.round(each * ratio), format })),
    );
    const cached = await this.#cached(name, recipe, files);
    const srcset = (format) => widths.map((each) => `/assets/art/${cached.stem}-${each}.${format} ${each}w`).join(", ");
    await this.#publish(cached, "assets/art", (file) => `${cached.stem}-${file.width}.${file.format}`);
    return {
      avif: srcset("avif"),
      webp: srcset("webp"),
      src: `/assets/art/${cached.stem}-${widths[0]}.webp`,
      width,
      height: Math.round(width * ratio),
    };
  }

  /** The gallery's own picture files, under fixed names so that an operator can put others in their place. */
  async gallery() {
    for (const name of SCENES) {
      const files = [
        { width: 1600, height: 900, format: "webp", suffix: "" },
        { width: 640, height: 360, format: "webp", suffix: "-thumb" },
      ];
      const cached = await this.#cached(`gallery-${name}`, { source: `scene-${name}` }, files);
      await this.#publish(cached, "media", (file) => `${name}${file.suffix}.webp`);
    }
  }

  /** The picture a chat or a feed shows beside a link: one for each public page, 1200 by 630, with the mark on it. */
  async shares() {
    const mark = await readFile(join(this.#folder, "logo.svg"));
    for (const [page, source] of Object.entries(SHARES)) {
      const cached = await this.#cached(`share-${page}`, { source, overlay: hash(mark) }, [
        { width: 1200, height: 630, format: "jpeg" },
      ]);
      await this.#publish(cached, "share", () => `${page}.jpg`);
    }
  }

  /** Icons for browsers that take no SVG, and for home screens. */
  async icons() {
    for (const size of [180, 512]) {
      const cached = await this.#cached(`icon-${size}`, { source: "logo-mark", ground: "#0b0e14" }, [
        { width: size, height: size, format: "png" },
      ]);
      await this.#publish(cached, "", () => `icon-${size}.png`);
    }
  }

  /** Drops what no recipe asked for in this build. */
  async sweep() {
    for (const entry of await readdir(this.#cache).catch(() => [])) {
      if (!this.#used.has(entry)) await rm(join(this.#cache, entry), { recursive: true });
    }
  }

  async #cached(name, recipe, files) {
    const svg = await readFile(join(this.#folder, `${recipe.source}.svg`), "utf8");
    const key = hash(svg, JSON.stringify([recipe, files, QUALITY]));
    const stem = `${name}-${key}`;
    const folder = join(this.#cache, stem);
    this.#used.add(stem);
    if (!(await readdir(folder).catch(() => null))) await this.#render(svg, recipe, files, folder);
    return { stem, folder, files };
  }

  async #render(svg, recipe, files, folder) {
    const widest = Math.max(...files.map((file) => file.width));
    const master = await this.#master(svg, recipe, widest);
    const unfinished = `${folder}.part`;
    await mkdir(unfinished, { recursive: true });
    for (const file of files) {
      let image = sharp(master).resize(file.width, file.height, { fit: "cover", position: "right" });
      if (recipe.overlay) image = await this.#marked(image, file);
      if (recipe.ground) image = image.flatten({ background: recipe.ground });
      await writeFile(
        join(unfinished, fileName(file)),
        await image.toFormat(file.format, QUALITY[file.format]).toBuffer(),
      );
    }
    await rename(unfinished, folder);
  }

  // Several recipes share one source: the costly filters run once for the widest.
  async #master(svg, recipe, width) {
    const key = `${recipe.source} ${recipe.layer ?? ""} ${width}`;
    if (!this.#masters.has(key)) {
      const drawn = Buffer.from(recipe.layer ? onlyLayer(svg, recipe.layer) : svg);
      const { width: natural } = await sharp(drawn).metadata();
      this.#masters.set(
        key,
        sharp(drawn, { density: (72 * width) / natural })
          .png({ compressionLevel: 1 })
          .toBuffer(),
      );
    }
    return this.#masters.get(key);
  }

  async #marked(image, file) {
    const shade = Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="${file.width}" height="${file.height}"><defs><linearGradient id="g"><stop stop-color="#080b12" stop-opacity=".9"/><stop offset=".75" stop-color="#080b12" stop-opacity=".1"/></linearGradient></defs><rect width="100%" height="100%" fill="url(#g)"/></svg>`,
    );
    const mark = await sharp(join(this.#folder, "logo.svg"), { density: 144 }).resize({ width: 520 }).png().toBuffer();
    const { height } = await sharp(mark).metadata();
    return image.composite([{ input: shade }, { input: mark, left: 72, top: Math.round((file.height - height) / 2) }]);
  }

  async #publish({ folder, files }, under, nameOf) {
    await mkdir(join(this.#out, under), { recursive: true });
    await Promise.all(
      files.map((file) => copyFile(join(folder, fileName(file)), join(this.#out, under, nameOf(file)))),
    );
  }
}

const fileName = ({ width, height, format }) => `${width}x${height}.${format}`;

/** The drawing hides its other layers by :target, which only a browser knows; here a rule does it. */
const onlyLayer = (svg, layer) =>
  svg.replace(/svg:has\([^}]*\}/g, "").replace("</style>", `.l:not(#${layer}){display:none}</style>`);

function hash(...parts) {
  const digest = createHash("sha256");
  for (const part of parts) digest.update(part);
  return digest.digest("hex").slice(0, 10);
}
