/** Formats that Excel numbers instead of writing them out: dates, times, and parts of a hundred. */
const DATES = new Set([
  '#14',
  '#15',
  '#16',
  '#17',
  '#22',
  '#27',
  '#28',
  '#29',
  '#30',
  '#31',
  '#36',
  '#50',
  '#57',
  '#58',
]);
const TIMES = new Set([
  '#18',
  '#19',
  '#20',
  '#21',
  '#22',
  '#32',
  '#33',
  '#34',
  '#35',
  '#45',
  '#46',
  '#47',
]);
const PERCENT: Record<string, number> = { '#9': 0, '#10': 2 };
const GROUPED: Record<string, number> = {
  '#3': 0,
  '#4': 2,
  '#37': 0,
  '#38': 0,
  '#39': 2,
  '#40': 2,
  '#41': 0,
  '#43': 2,
};
const FIXED: Record<string, number> = { '#1': 0, '#2': 2 };
/** Days of Excel begin on 30 December 1899, or with 1904. */
const FIRST = Date.UTC(1899, 11, 30);
const FIRST_1904 = Date.UTC(1904, 0, 1);

/** A number as its format shows it: dates, parts of a hundred, groups of three digits; others as they are. */
export function numberText(value: string, format: string, is1904: boolean): string {
  const number = Number(value);
  if (value === '' || !Number.isFinite(number)) return value;
  const code = format.replaceAll(/"[^"]*"|\\.|\[[^\]]*\]/g, '').toLowerCase();
  const isOwn = !format.startsWith('#') || format.length > 3;
  const hasDate = DATES.has(format) || (isOwn && /[yd]/.test(code));
  const hasTime = TIMES.has(format) || (isOwn && /[hs]/.test(code));
  if ((hasDate || hasTime) && number >= 0 && number < 2_958_466) {
    const iso = new Date(
      (is1904 ? FIRST_1904 : FIRST) + Math.round(number * 86_400) * 1000,
    ).toISOString();
    return [...(hasDate ? [iso.slice(0, 10)] : []), ...(hasTime ? [iso.slice(11, 16)] : [])].join(
      ' ',
    );
  }
  const digits = /\.(0+)/.exec(code)?.[1]?.length ?? 0;
  const percent = PERCENT[format] ?? (isOwn && code.includes('%') ? digits : undefined);
  if (percent !== undefined) return `${withDigits(number * 100, percent, true)}%`;
  const grouped = GROUPED[format] ?? (isOwn && code.includes(',') ? digits : undefined);
  if (grouped !== undefined) return withDigits(number, grouped, true);
  const fixed = FIXED[format] ?? (isOwn && /^[0.]+$/.test(code) ? digits : undefined);
  if (fixed !== undefined) return withDigits(number, fixed, false);
  return String(Number(number.toPrecision(12)));
}

function withDigits(number: number, digits: number, useGrouping: boolean): string {
  return number.toLocaleString('ko', {
    useGrouping,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
}
