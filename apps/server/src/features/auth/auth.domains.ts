/** Whether the address belongs to one of the domains; an empty list answers `whenEmpty`. */
export function isDomainOf(email: string, domains: readonly string[], whenEmpty: boolean): boolean {
  if (domains.length === 0) return whenEmpty;
  return domains.includes(email.slice(email.lastIndexOf('@') + 1));
}
