/** Work after which a refused request may be repeated with the header `X-Proof`. */
export interface Proof {
  readonly salt: string;
  readonly difficulty: number;
  readonly count: number;
}

/** Body of an error response, which a proxy may have written. */
export interface ErrorBody {
  message?: unknown;
  error?: unknown;
  fields?: Record<string, string>;
  proof?: Proof;
  factors?: readonly string[];
  challenge?: unknown;
}
