/** What is read of an event; a description may be long and is skipped. */
const NAMES = /^(?:UID|SUMMARY|DTSTART|DTEND|DURATION|STATUS|RECURRENCE-ID|RRULE)[;:]/i;
/** Code units of a line together with those that continue it; more is cut. */
const LINE_MAX = 2_000;
/** Lines to read before others may get their turn. */
const LINES_AT_ONCE = 500;
const EVENT = 'VEVENT';

/**
 * Yields the lines of each event, unfolded (RFC 5545, 3.1), without those of its alarms; and null now
 * and then, so that others can get their turn.
 */
export function* eventLinesOf(text: string): Generator<string[] | null, void> {
  let event: string[] | null = null;
  /** Components inside the event that have not ended. */
  let depth = 0;
  /** Whether the last line was taken: those that continue it are, too. */
  let isTaken = false;
  let count = 0;
  for (const line of linesOf(text)) {
    count += 1;
    if (count % LINES_AT_ONCE === 0) yield null;
    if (isMark(line, 'BEGIN', EVENT)) {
      // An event in an event is one after an event that lacks its end.
      if (event !== null) yield event;
      [event, depth, isTaken] = [[], 0, false];
    } else if (event === null) {
      // Of the calendar or another component.
    } else if (/^[ \t]/.test(line)) {
      if (isTaken) continueLine(event, line.slice(1));
    } else if (depth === 0 && isMark(line, 'END', EVENT)) {
      yield event;
      event = null;
    } else {
      depth = Math.max(0, depth + stepOf(line));
      isTaken = depth === 0 && NAMES.test(line);
      if (isTaken) event.push(line.slice(0, LINE_MAX));
    }
  }
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

function continueLine(event: string[], rest: string): void {
  const last = event.length - 1;
  event[last] = `${event[last]}${rest}`.slice(0, LINE_MAX);
}

/** 1 for the begin of a component, -1 for its end. */
function stepOf(line: string): number {
  if (/^BEGIN:/i.test(line)) return 1;
  return /^END:/i.test(line) ? -1 : 0;
}

function isMark(line: string, mark: string, name: string): boolean {
  return line.length < 40 && line.trimEnd().toUpperCase() === `${mark}:${name}`;
}
