import { LIMITS } from './limits.ts';

/** The letters of nicknames. */
const LETTERS = '0-9A-Za-z가-힣ㄱ-ㅎㅏ-ㅣ';
/** Not inside an e-mail or web address. */
const AT = '(?<![0-9A-Za-z_.+/-])@';
const PLACE = new RegExp(`${AT}([${LETTERS}]+)`, 'g');
/** A mention that is being typed at the end of a text, with its letters until then. */
const START = new RegExp(`${AT}([${LETTERS}]{0,${LIMITS.nicknameMax}})$`);
/** Further mentions of a text are ignored. */
const PLACES_MAX = 20;

const TITLES =
  '님|씨|군|양|형|형님|누나|언니|오빠|쌤|샘|선배|선배님|후배|후배님|학우|학우님|교수|교수님|선생님|조교|조교님|' +
  '회장|회장님|팀장|팀장님|대표|대표님';
const PARTICLES =
  '이|가|은|는|을|를|의|에|도|만|과|와|랑|이랑|하고|께|께서|에게|에게서|한테|한테서|더러|보고|로|으로|부터|까지|처럼|' +
  '같이|보다|마다|마저|조차|밖에|나|이나|든|이든|라도|이라도|야|아|이야|여|이여|요|이요|네|이네|입니다|이에요|예요|' +
  '인가요|인데|고|이고|며|이며|라고|이라고|라는|이라는|말고|대신|덕분에|때문에';
/** What Korean writes right behind a name, and laughter. */
const BEHIND = new RegExp(`^(?:${TITLES})?들?(?:${PARTICLES}){0,3}[ㅋㅎㅠㅜ]*$`);
const BEHIND_MAX = 16;
/** A word that goes on in letters that nicknames do not have. */
const GOES_ON = /^[\p{L}\p{N}\p{M}_]/u;
/** `app.route`, `babel/core` and `cache("a")` are code; a sentence may go on so behind Hangul. */
const LATIN = /[0-9A-Za-z]$/;
const IN_CODE = /^(?:[./:-][0-9A-Za-z_]|\(["'`)\w])/;

const FENCE = /^ {0,3}(?:`{3,}|~{3,})/;
const QUOTED = /^(?: {0,3}[>＞]| {4}|\t)/;
const DECORATOR = /^\s*@[\w.]+(?:\(.*\))?\s*$/;
const DECORATED =
  /^\s*(?:@\w|(?:async|def|class|public|private|protected|static|final|abstract|export|interface|function|fun|void|const|struct)\b)/;

interface Named {
  name: string;
}

/** The part of a text from its `@` to the end of the nickname. */
export interface Mention<T> {
  from: number;
  to: number;
  person: T;
}

/** Lower-case nicknames that the text may mention: what follows an `@`, with or without Korean endings. */
export function possibleNames(text: string): string[] {
  const places = [...placesIn(text)].slice(0, PLACES_MAX);
  return [...new Set(places.flatMap(({ names }) => names))];
}

/** The mentions of a text, in its order; where several nicknames match, the longest wins. */
export function mentionsIn<T extends Named>(text: string, people: readonly T[]): Mention<T>[] {
  if (people.length === 0) return [];
  const byName = new Map(people.map((person) => [person.name.toLowerCase(), person]));
  const found: Mention<T>[] = [];
  for (const { from, names } of placesIn(text)) {
    const person = byName.get(names.findLast((name) => byName.has(name)) ?? '');
    if (person !== undefined) found.push({ from, to: from + 1 + person.name.length, person });
  }
  return found;
}

/** The letters behind the `@` that is being typed at the end of the text; null without one, or in code. */
export function typedMention(text: string): string | null {
  const prose = proseOf(text);
  const line = prose.slice(prose.lastIndexOf('\n') + 1);
  return line.split('`').length % 2 === 0 ? null : (START.exec(line)?.[1] ?? null);
}

/** Each `@` outside of code and quotes, with the lower-case nicknames that may be meant, the longest last. */
function* placesIn(text: string): Generator<{ from: number; names: string[] }, void> {
  const prose = text.includes('@') ? proseOf(text) : '';
  for (const { index: from, 1: run = '' } of prose.matchAll(PLACE)) {
    const after = prose.slice(from + 1 + run.length, from + 5 + run.length);
    if (GOES_ON.test(after)) continue;
    const names: string[] = [];
    for (let length = 1; length <= Math.min(run.length, LIMITS.nicknameMax); length += 1) {
      const name = run.slice(0, length);
      if (isWhole(name, run.slice(length), after)) names.push(name.toLowerCase());
    }
    if (names.length > 0) yield { from, names };
  }
}

function isWhole(name: string, behind: string, after: string): boolean {
  if (behind === '') return !(LATIN.test(name) && IN_CODE.test(after));
  return behind.length <= BEHIND_MAX && BEHIND.test(behind);
}

/** The text with spaces in place of its code and quotes. */
function proseOf(text: string): string {
  const lines = text.split('\n');
  let fence = '';
  const prose = lines.map((line, at) => {
    const [mark = ''] = FENCE.exec(line) ?? [];
    const isInside = fence !== '';
    if (mark !== '' && (!isInside || mark.trim().startsWith(fence)))
      fence = isInside ? '' : mark.trim();
    const isCode =
      isInside || mark !== '' || QUOTED.test(line) || isDecorator(line, lines[at + 1] ?? '');
    return isCode ? ' '.repeat(line.length) : withoutSpans(line);
  });
  return prose.join('\n');
}

function isDecorator(line: string, next: string): boolean {
  return DECORATOR.test(line) && DECORATED.test(next);
}

/** The line with spaces in place of what stands between equal runs of backticks. */
function withoutSpans(line: string): string {
  const parts = line.split(/(`+)/);
  const closings = new Map<string, number>();
  for (const [at, part] of parts.entries()) if (at % 2 === 1) closings.set(part, at);
  let open = '';
  const turn = (run: string, at: number) => {
    if (open === '') open = (closings.get(run) ?? 0) > at ? run : '';
    else if (run === open) open = '';
    return run;
  };
  const blank = (part: string) => (open === '' ? part : ' '.repeat(part.length));
  return parts.map((part, at) => (at % 2 === 0 ? blank(part) : turn(part, at))).join('');
}
