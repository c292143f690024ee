/** What a page said about itself, for a conditional request. */
export interface ForeignPageState {
  etag: string | null;
  lastModified: string | null;
}

export interface ForeignPage {
  status: 200;
  /** Decompressed. */
  body: Buffer;
  contentType: string | null;
  /** Content-Disposition, each byte as one character. */
  disposition?: string | undefined;
  state: ForeignPageState;
  /** After redirects. */
  url: string;
}

export type ForeignPageFault =
  /** Another scheme, host or port than allowed, or an address of a private network: no request. */
  | 'ADDRESS_REFUSED'
  | 'UNREACHABLE'
  | 'TIMEOUT'
  | 'TOO_LARGE'
  | 'HTTP_STATUS'
  | 'NOT_READABLE'
  /** The caller's signal. */
  | 'ABORTED';

/** The message is a Korean sentence for staff. */
export class ForeignPageError extends Error {
  readonly code: ForeignPageFault;
  /** Of the response, for HTTP_STATUS. */
  readonly status: number | null;

  constructor(
    code: ForeignPageFault,
    message: string,
    { status = null, ...options }: ErrorOptions & { status?: number | null } = {},
  ) {
    super(message, options);
    this.code = code;
    this.status = status;
  }
}
