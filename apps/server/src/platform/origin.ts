/**
 * Whether a browser may call from where it is: no Origin header, the site's own one, or the host
 * the request came to.
 */
export function isOwnOrigin(
  origin: string | undefined,
  host: string | undefined,
  publicUrl: string,
): boolean {
  if (origin === undefined) return true;
  if (!URL.canParse(origin)) return false;
  const url = new URL(origin);
  return url.origin === new URL(publicUrl).origin || url.host === host;
}
