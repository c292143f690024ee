import { setMaxListeners } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import { styleText } from 'node:util';
import { isCancel, log, type Option, password, S_BAR, select, text } from '@clack/prompts';
import { RefusedError } from '../command-line.ts';
import type { Finding } from '../proofs/finding.ts';
import { BACK } from './interview.ts';

const BACK_WORDS = ['<', '뒤로', '이전'];
const BACK_OPTION = { value: '<', label: '이전 질문으로' };

export interface Line {
  title: string;
  hint?: string | undefined;
  initial: string;
  findWrong: (value: string) => string | undefined;
}

type OrBack<T> = Promise<T | typeof BACK>;

/** Questions on a terminal. Each throws RefusedError when the user stops or the terminal is closed. */
export interface Prompts {
  line(line: Line): OrBack<string>;
  choose<T extends string>(message: string, options: Option<T>[], isFirst?: boolean): OrBack<T>;
  secret(message: string, findWrong: Line['findWrong']): OrBack<string>;
  info(text: string): void;
  error(text: string): void;
  /** With what to do about it. */
  finding(finding: Finding): void;
}

interface Terminal {
  input: Readable;
  output: Writable;
  /** Said to a user who stops. */
  stopped: string;
}

export function createPrompts({ input, output, stopped }: Terminal): Prompts {
  const closed = new AbortController();
  // Prompts never remove theirs.
  setMaxListeners(0, closed.signal);
  input.once('end', () => closed.abort());
  input.once('close', () => closed.abort());
  const common = { input, output, signal: closed.signal };

  async function taken<T>(prompt: Promise<T>): Promise<Exclude<T, symbol>> {
    const value = await prompt;
    if (isCancel(value)) throw new RefusedError(stopped);
    return value as Exclude<T, symbol>;
  }

  return {
    async line({ title, hint, initial, findWrong }) {
      const bar = styleText('gray', S_BAR);
      const message = hint === undefined ? title : `${title}\n${bar}  ${hint}`;
      // Typed behind the value that is shown, too.
      const isBack = (value: string) =>
        BACK_WORDS.some((word) => value === word || value === initial + word);
      const validate = (value = '') => (isBack(value.trim()) ? undefined : findWrong(value.trim()));
      const asked = text({ ...common, message, initialValue: initial, validate });
      const value = ((await taken(asked)) ?? '').trim();
      return isBack(value) ? BACK : value;
    },
    async choose<T extends string>(message: string, options: Option<T>[], isFirst = false) {
      const all = isFirst ? options : [...options, BACK_OPTION as Option<T>];
      const value = await taken(
        select<T>({ ...common, message, options: all, showInstructions: false }),
      );
      return value === BACK_OPTION.value ? BACK : value;
    },
    async secret(message, findWrong) {
      const validate = (value = '') => (BACK_WORDS.includes(value) ? undefined : findWrong(value));
      const value = (await taken(password({ ...common, message, validate }))) ?? '';
      return BACK_WORDS.includes(value) ? BACK : value;
    },
    info: (line) => log.info(line, { output }),
    error: (line) => log.error(line, { output }),
    finding({ level, text: line, todo }) {
      const whole = todo === undefined ? line : `${line}\n→ ${todo}`;
      const say = { ok: log.success, warn: log.warn, bad: log.error, skipped: log.info }[level];
      say(whole, { output });
    },
  };
}
