import { STUDY_YEARS } from './study-years.ts';

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
