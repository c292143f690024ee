/** What is read of an event; a description may be long and is skipped. */
const NAMES = /^(?:UID|SUMMARY|DTSTART|DTEND|DURATION|STATUS|RECURRENCE-ID|RRULE)[;:]/i;
/** Code units of a line together with those that continue it; more is cut. */
const LINE_MAX = 2_000;
/** Lines to read before others may get their turn. */
const LINES_AT_ONCE = 500;
const BEGIN_EVENT = /^BEGIN:VEVENT\s*$/i;
const END_EVENT = /^END:VEVENT\s*$/i;
/** Longer lines begin and end nothing. */
const MARK_MAX = 40;

/** An event while its lines are read. */
interface OpenEvent {
  lines: string[];
  /** Components inside the event that have not ended, such as alarms. */
  depth: number;
  /** Whether the last line was taken: those that continue it are, too. */
  isTaken: boolean;
}

/**
 * Yields the lines of each event, unfolded (RFC 5545, 3.1), without those of its alarms; and null now
 * and then, so that others can get their turn. An event that lacks its end ends with the next one.
 */
export function* eventLinesOf(text: string): Generator<string[] | null, void> {
  let event: OpenEvent | null = null;
  let count = 0;
  for (const line of linesOf(text)) {
    count += 1;
    if (count % LINES_AT_ONCE === 0) yield null;
    const begins = isMark(line, BEGIN_EVENT);
    if (event !== null && (begins || isEndOf(event, line))) {
      yield event.lines;
      event = null;
    }
    if (begins) event = { lines: [], depth: 0, isTaken: false };
    else if (event !== null) addLine(event, line);
  }
  if (event !== null) yield event.lines;
}

function isEndOf({ depth }: OpenEvent, line: string): boolean {
  return depth === 0 && isMark(line, END_EVENT);
}

function addLine(event: OpenEvent, line: string): void {
  const { lines } = event;
  if (/^[ \t]/.test(line)) {
    if (event.isTaken) lines.push(`${lines.pop()}${line.slice(1)}`.slice(0, LINE_MAX));
    return;
  }
  event.depth = Math.max(0, event.depth + stepOf(line));
  event.isTaken = event.depth === 0 && NAMES.test(line);
  if (event.isTaken) lines.push(line.slice(0, LINE_MAX));
}

/** 1 for the begin of a component, -1 for its end. */
function stepOf(line: string): number {
  if (/^BEGIN:/i.test(line)) return 1;
  return /^END:/i.test(line) ? -1 : 0;
}

function isMark(line: string, mark: RegExp): boolean {
  return line.length < MARK_MAX && mark.test(line);
}

function* linesOf(text: string): Generator<string, void> {
  let from = 0;
  while (from < text.length) {
    const next = text.indexOf('\n', from);
    const end = next === -1 ? text.length : next;
    yield text.slice(from, text[end - 1] === '\r' && end > from ? end - 1 : end);
    from = end + 1;
  }
}
