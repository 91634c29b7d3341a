// Generated from ui/languages/en.json by `node ui/languages.mjs`.

declare module "text:language" {
  export const name: string;
  export const locale: string;
  export const hreflang: string;
}

declare module "text:pages" {
}

declare module "text:shell" {
}

declare module "text:shared" {
  export const close: string;
  export const previous: string;
  export const next: string;
}

declare module "text:dates" {
}

declare module "text:game" {
}

declare module "text:site" {
}

declare module "text:auth" {
}

declare module "text:stepUp" {
}

declare module "text:search" {
}

declare module "text:home" {
}

declare module "text:rankings" {
}

declare module "text:serverInfo" {
}

declare module "text:media" {
  export const title: string;
  export const lead: string;
  export const videos: string;
  export const screenshots: string;
  export const featured: string;
  export const isVideo: string;
  export const position: (values: { index: string; total: string }) => string;
  export const play: (values: { title: string }) => string;
}

declare module "text:download" {
}

declare module "text:player" {
}

declare module "text:profile" {
}

declare module "text:characters" {
}

declare module "text:inventory" {
}

declare module "text:charts" {
}

declare module "text:donations" {
}

declare module "text:deliveries" {
}

declare module "text:wallet" {
}

declare module "text:roulette" {
}

declare module "text:offline" {
  export const title: string;
  export const text: string;
  export const retry: string;
}

declare module "text:errors" {
}
