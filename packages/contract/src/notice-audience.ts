import { STUDY_YEARS } from './study-years.ts';

/** What the department knows of a member beside the year of study; null: studies, or is not known. */
export const STANDINGS = ['GRADUATE', 'LEAVE'] as const;
export type Standing = (typeof STANDINGS)[number];
export const STANDING_NAMES: Record<Standing, string> = { GRADUATE: '대학원생', LEAVE: '휴학생' };

/** `<전학년>`, `<4학년>`, `<1·2학년>`, `<1~3학년>` at the beginning of a title. */
const LABEL = /^<\s*(전|[1-4](?:\s*(?:학년)?\s*[,·/~-]\s*[1-4])*)\s*학년\s*>/u;
const RANGE = /([1-4])\s*(?:학년)?\s*[~-]\s*([1-4])/gu;

/** The years that the label of a title names, `[]` for 전학년; null without a label. */
export function yearsOfTitle(title: string): number[] | null {
  const label = LABEL.exec(title.trim())?.[1];
  if (label === undefined) return null;
  if (label === '전') return [];
  const named = new Set((label.match(/[1-4]/g) ?? []).map(Number));
  for (const [, from, to] of label.matchAll(RANGE)) {
    const isBetween = (year: number) => year > Number(from) && year < Number(to);
    for (const year of STUDY_YEARS.filter(isBetween)) named.add(year);
  }
  return sortYears([...named]);
}

/** Each year once, in order; `[]`, which means all, when every year is given. */
export function sortYears(years: readonly number[]): number[] {
  const sorted = STUDY_YEARS.filter((year) => years.includes(year));
  return sorted.length === STUDY_YEARS.length ? [] : sorted;
}

/** `전학년`, or the years such as `1·2학년`. */
export function yearsName(years: readonly number[]): string {
  return years.length === 0 ? '전학년' : `${years.join('·')}학년`;
}

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
