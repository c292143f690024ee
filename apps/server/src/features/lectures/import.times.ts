import { withParticles } from '@naru/contract/particles';
import {
  compareSlots,
  type Day,
  endOf,
  type Schedule,
  scheduleAt,
  startOf,
} from '@naru/contract/timetable';
import { periodSpan, plainTimes, type Span, type Token, tokensOf } from './import.tokens.ts';

/** Whether bare numbers are hours (`월 9-11`) or periods (`월1,2`). */
export type BareNumbers = 'hours' | 'periods';

export interface TimesReading {
  slots: Schedule[];
  /** Places that stand beside the times. */
  rooms: string[];
  /** What the cell has besides, which no lecture stores. */
  others: string[];
}

/** Characters of a cell. */
const TEXT_MAX = 400;
const LAST_PERIOD = 14;
/** Bare numbers from here on are hours in any file: no day has so many periods. */
const HOURS_FROM = 13;

/** A cell that says that there are no times. */
const NO_TIMES =
  /^(?:-+|~|x|없음|미정|미지정|미배정|추후\s?(?:공지|결정|확정|안내)?|별도\s?(?:공지|안내)?|협의|시간\s?미정|tba|tbd|n\/?a)$/i;
/** Lessons without times in a week. */
const ELSEWHERE =
  /원격|온라인|비대면|사이버|이러닝|e-?러닝|e-?learning|동영상|녹화|재택|집중|현장\s?실습|인턴|세미나|논문|online|cyber|mooc/i;
const ROOM = /\d|[관호실동층당장]$|강의실|연구실|실험실|캠퍼스|hall|room|lab/i;

class TimesError extends Error {}

/**
 * Reads the times of a lecture as catalogues write them, `월,수 09:00~10:15`, `화5,6(공학관 201)` or `월1A,1B`;
 * returns a Korean message for what cannot be understood.
 */
export function readTimes(text: string, bare: BareNumbers): TimesReading | string {
  const plain = plainTimes(text.slice(0, TEXT_MAX));
  if (text.length > TEXT_MAX) return `강의 시간이 너무 깁니다. ${TEXT_MAX}자 이하로 적어 주세요.`;
  if (plain === '' || NO_TIMES.test(plain)) {
    return { slots: [], rooms: [], others: plain === '' ? [] : [plain] };
  }
  if (ELSEWHERE.test(plain) && !/\d/.test(plain)) return { slots: [], rooms: [plain], others: [] };
  try {
    const reader = createReader(bare);
    readAll(reader, tokensOf(plain));
    return reader.end();
  } catch (error) {
    if (error instanceof TimesError) return error.message;
    throw error;
  }
}

/** How a file writes bare numbers: as periods when one stands alone or is too early for an hour. */
export function bareNumbersOf(cells: readonly string[]): BareNumbers {
  return cells.some(countsPeriods) ? 'periods' : 'hours';
}

function countsPeriods(cell: string): boolean {
  if (cell.includes('교시')) return false;
  const plain = plainTimes(cell.slice(0, TEXT_MAX));
  const tokens = tokensOf(plain).flatMap((one) => innerOf(one) ?? [one]);
  return tokens.some((token, at) => {
    if (token.kind !== 'number') return false;
    const isInRange = [tokens[at - 1], tokens[at + 1]].some((one) => one?.kind === 'range');
    return !isInRange || token.value < 8;
  });
}

type Reader = ReturnType<typeof createReader>;

/** The tokens of a bracket that holds days, periods or times; null for one that holds words. */
function innerOf(token: Token): Token[] | null {
  if (token.kind !== 'bracket') return null;
  const inner = tokensOf(token.text);
  const isPlain = inner.every(({ kind }) => kind !== 'word' && kind !== 'bracket');
  return isPlain && inner.some(({ kind }) => kind !== 'break') ? inner : null;
}

function readAll(reader: Reader, tokens: readonly Token[]): void {
  for (let at = 0; at < tokens.length; ) at = readOne(reader, tokens, at);
}

/** Returns the position after what was read. */
function readOne(reader: Reader, tokens: readonly Token[], at: number): number {
  const token = tokens[at];
  switch (token?.kind) {
    case 'day':
      reader.addDay(token.day);
      return at + 1;
    case 'bracket':
      readBracket(reader, token);
      return at + 1;
    case 'word':
      reader.addWord(token.text, true);
      return at + 1;
    case 'clock':
      return readClock(reader, token, tokens, at);
    case 'number':
      return readNumber(reader, token, tokens, at);
    case 'range':
      throw new TimesError('강의 시간에 ~ 앞의 시각이 없습니다.');
    default:
      return at + 1;
  }
}

function readBracket(reader: Reader, token: Extract<Token, { kind: 'bracket' }>): void {
  const inner = innerOf(token);
  if (inner === null) {
    reader.addWord(token.text, false);
    return;
  }
  const hasClock = inner.some(({ kind }) => kind === 'clock');
  if (hasClock) reader.replaceLast();
  readAll(reader, inner);
}

function readClock(
  reader: Reader,
  { minute, text }: Extract<Token, { kind: 'clock' }>,
  tokens: readonly Token[],
  at: number,
): number {
  const [sign, end] = [tokens[at + 1], tokens[at + 2]];
  const length = sign?.kind === 'bracket' ? /^(\d{2,3})분?$/.exec(sign.text)?.[1] : undefined;
  if (length !== undefined) {
    reader.addSpan({ from: minute, to: minute + Number(length) });
    return at + 2;
  }
  if (sign?.kind !== 'range') throw new TimesError(`‘${text.trim()}’에 끝나는 시각이 없습니다.`);
  if (end?.kind === 'number' && !end.isPeriod) {
    reader.addSpan(inOrder({ from: minute, to: end.value * 60 }));
    return at + 3;
  }
  if (end?.kind !== 'clock') throw new TimesError(`‘${text.trim()}~’ 뒤에 끝나는 시각이 없습니다.`);
  const isAfternoon = text.startsWith('오후') && end.minute < minute && end.minute <= 12 * 60;
  reader.addSpan(inOrder({ from: minute, to: end.minute + (isAfternoon ? 12 * 60 : 0) }));
  return at + 3;
}

function readNumber(
  reader: Reader,
  first: Extract<Token, { kind: 'number' }>,
  tokens: readonly Token[],
  at: number,
): number {
  const [sign, last] = [tokens[at + 1], tokens[at + 2]];
  if (sign?.kind !== 'range') {
    reader.addPeriods(first, first);
    return at + 1;
  }
  if (last?.kind === 'clock') {
    reader.addSpan(inOrder({ from: first.value * 60, to: last.minute }));
    return at + 3;
  }
  if (last?.kind !== 'number') throw new TimesError(`‘${first.text}~’ 뒤를 읽을 수 없습니다.`);
  const isPeriod = first.isPeriod || last.isPeriod;
  if (!isPeriod && (reader.bare === 'hours' || first.value >= HOURS_FROM)) {
    reader.addSpan(inOrder({ from: first.value * 60, to: last.value * 60 }));
  } else reader.addPeriods(first, last);
  return at + 3;
}

function inOrder(span: Span): Span {
  if (span.from < span.to) return span;
  throw new TimesError('종료 시각은 시작 시각보다 늦어야 합니다.');
}

/** Days with their spans; a day after spans begins the next group. */
interface Group {
  days: Day[];
  spans: (Span & { isPeriod: boolean })[];
  /** Spans that stand before their days: `09:00~10:15 월,수`. */
  isReversed: boolean;
}

function createReader(bare: BareNumbers) {
  const groups: Group[] = [];
  const rooms = new Set<string>();
  const others = new Set<string>();
  /** Number of spans after which the last bracket with clock times stood. */
  let replaced = 0;

  const open = (): Group => {
    const group = { days: [], spans: [], isReversed: false };
    groups.push(group);
    replaced = 0;
    return group;
  };

  return {
    bare,

    addDay(day: Day): void {
      const last = groups.at(-1) ?? open();
      const isWaiting = last.days.length === 0 && last.spans.length > 0;
      if (isWaiting) last.isReversed = true;
      const group = last.spans.length > 0 && !last.isReversed ? open() : last;
      group.days.push(day);
    },

    addSpan(span: Span, isPeriod = false): void {
      const last = groups.at(-1) ?? open();
      const group = last.isReversed ? open() : last;
      group.spans.push({ ...span, isPeriod });
    },

    addPeriods(
      first: Extract<Token, { kind: 'number' }>,
      last: Extract<Token, { kind: 'number' }>,
    ): void {
      for (const { value, text } of [first, last]) {
        if (value > LAST_PERIOD) {
          throw new TimesError(`‘${text.trim()}’: 교시는 0부터 ${LAST_PERIOD}까지입니다.`);
        }
      }
      const span = { from: periodSpan(first).from, to: periodSpan(last).to };
      this.addSpan(inOrder(span), true);
    },

    /** The periods since the last bracket give way to the clock times that follow. */
    replaceLast(): void {
      const group = groups.at(-1);
      if (group === undefined) return;
      group.spans = group.spans.filter((span, at) => at < replaced || !span.isPeriod);
      replaced = group.spans.length + 1;
    },

    /** A place or a remark; throws for what is neither and stands outside of brackets. */
    addWord(text: string, isOutside: boolean): void {
      if (text === '') return;
      const isCount = isOutside && /교시|\d\.\d/.test(text);
      if (ROOM.test(text) && !isCount) rooms.add(text);
      else if (!isOutside || isRemark(text)) others.add(text);
      else
        throw new TimesError(
          withParticles(`강의 시간의 ‘${text.slice(0, 20)}’을(를) 읽을 수 없습니다.`),
        );
    },

    end(): TimesReading {
      const slots = groups.flatMap(slotsOf);
      const bareDays = groups.flatMap(({ days, spans }) => (spans.length === 0 ? days : []));
      if (bareDays.length > 0 && slots.length > 0) {
        throw new TimesError('시각이나 교시가 없는 요일이 있습니다.');
      }
      return { slots: mergePeriods(slots), rooms: [...rooms], others: [...others] };
    },
  };
}

function isRemark(text: string): boolean {
  return (
    /^(?:매주|격주|주간|야간|이론|실습|실험|강의|수업|대면|혼합|오프라인)$/.test(text) ||
    ELSEWHERE.test(text)
  );
}

type PeriodSlot = { slot: Schedule; isPeriod: boolean };

function slotsOf({ days, spans }: Group): PeriodSlot[] {
  if (days.length === 0 && spans.length > 0) throw new TimesError('강의 시간에 요일이 없습니다.');
  return days.flatMap((day) =>
    spans.map(({ from, to, isPeriod }) => ({ slot: scheduleAt(day, from, to), isPeriod })),
  );
}

/** What is written twice is one slot, as are periods one after the other. */
function mergePeriods(all: readonly PeriodSlot[]): Schedule[] {
  const merged: PeriodSlot[] = [];
  const once = new Map(
    all.map((one) => [`${one.slot.dow} ${startOf(one.slot)} ${endOf(one.slot)}`, one]),
  );
  for (const one of [...once.values()].toSorted((a, b) => compareSlots(a.slot, b.slot))) {
    const last = merged.at(-1);
    const isNext = last?.slot.dow === one.slot.dow && endOf(last.slot) === startOf(one.slot);
    if (last && isNext && last.isPeriod && one.isPeriod) {
      last.slot = scheduleAt(one.slot.dow, startOf(last.slot), endOf(one.slot));
    } else merged.push({ ...one });
  }
  return merged.map(({ slot }) => slot);
}
