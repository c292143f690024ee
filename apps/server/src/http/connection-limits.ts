/** How long a client may take, in milliseconds. */
export interface ConnectionLimits {
  /** The headers of a request, from its first byte on. */
  headers: number;
  /** The whole body of a call, the longest pause in an upload, and the shortest that ends the reading of a response. */
  body: number;
  /** The whole upload of a picture, and reading the whole response of a call. */
  request: number;
  /** The whole upload of a file or a video, and reading anything but the response of a call. */
  file: number;
  /** Without a request on an open connection. */
  idle: number;
  /** The same for connections of a proxy, which must be the first to close one. */
  idleOfProxy: number;
  /** How often slow clients are looked for. */
  check: number;
}

export const CONNECTION_LIMITS: ConnectionLimits = {
  headers: 10_000,
  body: 15_000,
  request: 60_000,
  file: 600_000,
  idle: 15_000,
  // Above the minute of common proxies.
  idleOfProxy: 72_000,
  check: 1000,
};
