/** A call that only reads. */
export interface FirstCall {
  method: 'GET' | 'POST';
  /** With its query, written as the web app writes it. */
  url: string;
  /** JSON. */
  body?: string;
}

/**
 * The `page` claim of the access token that the browser has; with the device cookie a page then comes with its first
 * data, until the session ends or gets its next tokens. The web app sets and removes it with the tokens. It opens
 * nothing by itself.
 */
export const PAGE_SESSION_COOKIE = 'naru_session';

/** Identifies a call among those of a page. */
export function nameOfCall({ method, url, body }: FirstCall): string {
  return `${method} ${url}${body === undefined ? '' : ` ${body}`}`;
}
