/** Whether the address is of one of the domains; `whenEmpty` is the result without domains. */
export function isDomainOf(email: string, domains: readonly string[], whenEmpty: boolean): boolean {
  if (domains.length === 0) return whenEmpty;
  return domains.includes(email.slice(email.lastIndexOf('@') + 1));
}

/** `h****@kmou.ac.kr`: the constant number of stars does not reveal the length. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@');
  return `${email.slice(0, 1)}****${email.slice(at)}`;
}
