/** True for an absolute http or https URL with a host and without a user, which could pose as a host. */
export function isWebAddress(address: string): boolean {
  if (!/^https?:\/\/(?![/\\])/i.test(address) || !URL.canParse(address)) return false;
  const { hostname, username, password } = new URL(address);
  return hostname !== '' && username === '' && password === '';
}
