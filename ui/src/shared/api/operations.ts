/** Types of the GET operations of an API; `Paths`: of its generated schema. */

export type ReadPathOf<Paths> = {
  [P in keyof Paths]: Paths[P] extends { get: { responses: { 200: unknown } } } ? P : never;
}[keyof Paths] &
  string;

type Operation<Paths, P extends keyof Paths> = Paths[P] extends { get: infer Get } ? Get : never;

/** Body of a 200 response. */
export type AnswerOf<Paths, P extends keyof Paths> =
  Operation<Paths, P> extends { responses: { 200: { content: { "application/json": infer Body } } } } ? Body : never;

/** Query parameters; null and undefined are omitted. */
export type QueryOf<Paths, P extends keyof Paths> =
  Operation<Paths, P> extends { parameters: { query?: infer Parameters } }
    ? NonNullable<Parameters>
    : Record<string, never>;
