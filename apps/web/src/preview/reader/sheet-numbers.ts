/** How a number is shown. */
interface Look {
  date?: boolean;
  time?: boolean;
  percent?: boolean;
  grouped?: boolean;
  digits?: number;
}

/** Formats that Excel numbers instead of writing them out. */
const NUMBERED: Record<string, Look> = {
  ...lookLike(['1'], { digits: 0 }),
  ...lookLike(['2'], { digits: 2 }),
  ...lookLike(['3', '37', '38', '41'], { grouped: true, digits: 0 }),
  ...lookLike(['4', '39', '40', '43'], { grouped: true, digits: 2 }),
  ...lookLike(['9'], { percent: true, digits: 0 }),
  ...lookLike(['10'], { percent: true, digits: 2 }),
  ...lookLike(['14', '15', '16', '17', '27', '28', '29', '30', '31', '36', '50', '57', '58'], {
    date: true,
  }),
  ...lookLike(['18', '19', '20', '21', '32', '33', '34', '35', '45', '46', '47'], { time: true }),
  ...lookLike(['22'], { date: true, time: true }),
};
/** Texts, single characters and conditions of a format. */
const BESIDES = /"[^"]*"|\\.|\[[^\]]*\]/g;
const DAY_SECONDS = 86_400;
/** Days of Excel begin on 30 December 1899, or with 1904, and end with the year 9999. */
const FIRST = Date.UTC(1899, 11, 30);
const FIRST_1904 = Date.UTC(1904, 0, 1);
const LAST = 2_958_466;

function lookLike(ids: readonly string[], look: Look): Record<string, Look> {
  return Object.fromEntries(ids.map((id) => [`#${id}`, look]));
}

/** A number as its format (`#` and the number of one, or its code) shows it. */
export function numberText(value: string, format: string, is1904: boolean): string {
  const number = Number(value);
  if (value === '' || !Number.isFinite(number)) return value;
  const look = NUMBERED[format] ?? (/^#\d+$/.test(format) ? {} : lookOf(format));
  if ((look.date || look.time) && number >= 0 && number < LAST)
    return momentText(number, look, is1904);
  return decimalText(number, look);
}

function lookOf(format: string): Look {
  const code = format.replaceAll(BESIDES, '').toLowerCase();
  const date = /[yd]/.test(code);
  const time = /[hs]/.test(code);
  if (date || time) return { date, time };
  const percent = code.includes('%');
  const grouped = code.includes(',');
  const isFixed = percent || grouped || /^[0.]+$/.test(code);
  return { percent, grouped, ...(isFixed && { digits: /\.(0+)/.exec(code)?.[1]?.length ?? 0 }) };
}

function momentText(days: number, { date, time }: Look, is1904: boolean): string {
  const first = is1904 ? FIRST_1904 : FIRST;
  const iso = new Date(first + Math.round(days * DAY_SECONDS) * 1000).toISOString();
  return [...(date ? [iso.slice(0, 10)] : []), ...(time ? [iso.slice(11, 16)] : [])].join(' ');
}

function decimalText(number: number, { percent, grouped = false, digits }: Look): string {
  if (digits === undefined) return String(Number(number.toPrecision(12)));
  const text = (percent ? number * 100 : number).toLocaleString('ko', {
    useGrouping: grouped,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  return percent ? `${text}%` : text;
}
