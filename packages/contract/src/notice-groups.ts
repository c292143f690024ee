import { yearsName, yearsOfTitle } from './notice-audience.ts';

/** What the department knows of a member beside the year of study; null: studies, or is not known. */
export const STANDINGS = ['GRADUATE', 'LEAVE'] as const;
export type Standing = (typeof STANDINGS)[number];
export const STANDING_NAMES: Record<Standing, string> = { GRADUATE: '대학원생', LEAVE: '휴학생' };

/** A label of any kind, such as `<대학원생>`. */
const ANY_LABEL = /^<[^<>]{1,80}>/u;

/** The name of a group as members read it; null for a list, whose name only staff see. */
export function groupName(group: string): string | null {
  if (group.startsWith('LIST:')) return null;
  if (group.startsWith('MAJOR:')) return group.slice('MAJOR:'.length);
  return group === 'STAFF' ? '교직원' : STANDING_NAMES[group as Standing];
}

/** Years and groups as one name such as `4학년·대학원생`; empty for lists alone. */
export function audienceName(years: readonly number[], groups: readonly string[]): string {
  if (groups.length === 0) return yearsName(years);
  const names = groups.map(groupName).filter((name) => name !== null);
  return [...(years.length > 0 ? [yearsName(years)] : []), ...names].join('·');
}

/** A new title with the label of its audience before it, unless it has one or the audience has no name. */
export function labelledTitle(
  title: string,
  years: readonly number[],
  groups: readonly string[] = [],
): string {
  const hasLabel = yearsOfTitle(title) !== null || (groups.length > 0 && ANY_LABEL.test(title));
  const name = audienceName(years, groups);
  return hasLabel || name === '' ? title : `<${name}> ${title}`;
}
