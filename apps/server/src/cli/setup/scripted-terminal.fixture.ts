import { PassThrough } from 'node:stream';
import { stripVTControlCharacters } from 'node:util';

const [ENTER, DOWN, CLEAR, CTRL_C] = ['\r', '\x1b[B', '\x15', '\x03'];

/** What somebody does at a question: types over the value that is shown, or nothing. */
export const type = (text: string) => `${CLEAR}${text}${ENTER}`;
export const append = (text: string) => `${text}${ENTER}`;
export const accept = ENTER;
/** Takes an option of a list, counted from 0. */
export const pick = (at: number) => `${DOWN.repeat(at)}${ENTER}`;
export const interrupt = CTRL_C;
/** Closes the terminal. */
export const hangUp = 'HANG UP';

/** A terminal without a TTY: each entry waits for its text on the screen, then presses its keys. */
export function createScriptedTerminal(script: readonly (readonly [RegExp, string])[]) {
  const input = new PassThrough();
  const output = Object.assign(new PassThrough(), { columns: 100, rows: 40 });
  const waiting = [...script];
  let screen = '';
  let unread = '';
  output.on('data', (chunk: Buffer) => {
    const text = stripVTControlCharacters(chunk.toString());
    screen += text;
    unread += text;
    react();
  });
  function react(): void {
    const [expected, keys] = waiting[0] ?? [];
    if (expected === undefined || keys === undefined || !expected.test(unread)) return;
    waiting.shift();
    unread = '';
    // The prompt listens once it is drawn.
    setImmediate(() => (keys === hangUp ? input.end() : press(keys)));
  }
  /** One key after the other, as a keyboard does: an escape sequence is one. */
  function press(keys: string): void {
    for (const part of keys.split(DOWN).flatMap((rest, at) => (at === 0 ? [rest] : [DOWN, rest]))) {
      for (const key of part === DOWN ? [DOWN] : part) input.write(key);
    }
  }
  return {
    input,
    output,
    screen: () => screen,
    /** Expected texts that have not appeared. */
    left: () => waiting.map(([expected]) => String(expected)),
  };
}
