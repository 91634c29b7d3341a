// Web globals that the page's code needs while it renders, for an engine that has JavaScript's own alone.

type Pair = [string, string];

const decode = (text: string) => decodeURIComponent(text.replaceAll("+", " "));
const encode = (text: string) =>
  encodeURIComponent(text)
    .replace(/[!'()~]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
    .replaceAll("%20", "+");

/** The part of URLSearchParams that the router and the page use. */
class SearchParams {
  #pairs: Pair[];

  constructor(init: string | Iterable<Pair> | Record<string, string> = "") {
    if (typeof init === "string") this.#pairs = SearchParams.#parse(init);
    else this.#pairs = Symbol.iterator in init ? [...(init as Iterable<Pair>)] : Object.entries(init);
  }

  static #parse(query: string): Pair[] {
    const parts = query.replace(/^\?/, "").split("&").filter(Boolean);
    return parts.map((part) => {
      const [name = "", ...value] = part.split("=");
      return [decode(name), decode(value.join("="))];
    });
  }

  get size() {
    return this.#pairs.length;
  }

  get(name: string) {
    return this.#pairs.find(([key]) => key === name)?.[1] ?? null;
  }

  getAll(name: string) {
    return this.#pairs.filter(([key]) => key === name).map(([, value]) => value);
  }

  has(name: string) {
    return this.get(name) !== null;
  }

  set(name: string, value: string) {
    this.#pairs = [...this.#pairs.filter(([key]) => key !== name), [name, value]];
  }

  delete(name: string) {
    this.#pairs = this.#pairs.filter(([key]) => key !== name);
  }

  append(name: string, value: string) {
    this.#pairs.push([name, value]);
  }

  forEach(call: (value: string, name: string) => void) {
    for (const [name, value] of this.#pairs) call(value, name);
  }

  [Symbol.iterator]() {
    return this.#pairs[Symbol.iterator]();
  }

  toString() {
    return this.#pairs.map((pair) => pair.map(encode).join("=")).join("&");
  }
}

/** The router makes one of its own address as it loads, and reads it on navigation alone. */
class Address {
  readonly href: string;

  constructor(href: string) {
    this.href = href;
  }
}

Object.assign(globalThis, { URLSearchParams: SearchParams, URL: Address });

type Render = (path: string, frame: string, content: string) => string;

/** The renderer of each language's script. */
const renderers: Record<string, Render> = {};

function render(path: string, language: string, frame: string, content: string): string {
  const renderIn = renderers[language];
  if (!renderIn) throw new Error(`there is no page in the language ${language}`);
  return renderIn(path, frame, content);
}

Object.assign(globalThis, { renderers, render });
