import { writeSync } from 'node:fs';
import pino, { type DestinationStream, type Logger } from 'pino';

/** Structured log; lines never contain content, codes, passwords or tokens. */
export type Log = Logger;

const STDERR = 2;

/** Takes whole JSON lines; writes them as they are, or one coloured line per event on a terminal. */
export async function createLogOutput(
  level: string,
  isTerminal: boolean,
): Promise<DestinationStream> {
  if (!isTerminal) return createLosingOutput();
  const { default: pretty } = await import('pino-pretty');
  // In this process: the worker thread of a pino transport would need a file beside the bundle.
  return pretty({
    destination: STDERR,
    sync: true,
    colorize: true,
    translateTime: 'SYS:HH:MM:ss',
    ignore: 'pid,hostname',
    hideObject: true,
    messageFormat: (line) => describe(line, level === 'debug' || level === 'trace'),
  });
}

/** Where lines go, and how one line is tried; tests have their own. */
interface Device {
  open(): Pick<ReturnType<typeof pino.destination>, 'write' | 'on' | 'destroy'>;
  /** Throws while nothing can be written. */
  tryLine(line: string): void;
}

const STANDARD_ERROR: Device = {
  open: () => pino.destination({ dest: STDERR, sync: false }),
  tryLine: (line) => void writeSync(STDERR, line),
};
const PAUSE_MS = 1_000;

/**
 * Writes lines, and loses them while the log cannot be written, as with a full disk: pino's stream would
 * throw then, and at the end of the process wait for the disk for ever. A line a second is tried.
 */
export function createLosingOutput(
  device = STANDARD_ERROR,
  now = () => performance.now(),
): DestinationStream {
  let stream: ReturnType<Device['open']> | null = open();
  let pausedUntil = Number.NEGATIVE_INFINITY;

  function open() {
    const opened = device.open();
    opened.on('error', () => {
      if (stream !== opened) return;
      stream = null;
      pausedUntil = now() + PAUSE_MS;
      opened.destroy();
    });
    return opened;
  }

  function tryAgain(line: string): void {
    if (now() < pausedUntil) return;
    try {
      device.tryLine(line);
      stream = open();
    } catch {
      pausedUntil = now() + PAUSE_MS;
    }
  }

  return {
    write(line) {
      if (stream === null) tryAgain(line);
      else stream.write(line);
    },
  };
}

export function createLog(level: string, output: DestinationStream): Log {
  return pino({ level, serializers: { err: loggableError } }, output);
}

/** Formats a line for the terminal: `job done: job=files pictures=0`. */
export function describe(line: Record<string, unknown>, withStacks: boolean): string {
  const { msg, err, event, level: _level, time: _time, pid: _pid, hostname: _host, ...rest } = line;
  const details = Object.entries(rest).map(([key, value]) => `${key}=${plain(value)}`);
  if (event !== undefined) details.unshift(plain(String(event)));
  const error = err === undefined ? [] : [reasonOf(err as LoggableError, withStacks)];
  const tail = [...details, ...error].join(' ');
  const text = plain(String(msg));
  return tail === '' ? text : `${text}: ${tail}`;
}

function reasonOf({ message, stack, cause }: LoggableError, withStacks: boolean): string {
  const reason = cause === undefined ? message : `${message} (${reasonOf(cause, false)})`;
  const line = plain(reason.replace(/\s+/g, ' '));
  return withStacks ? `${line}\n${stack}` : line;
}

/** On one line, without the control characters that move a terminal's cursor. */
function plain(value: unknown): string {
  return typeof value === 'string' ? value.replace(/\p{Cc}+/gu, ' ') : JSON.stringify(value);
}

/** The parts of an error that may be logged. */
export interface LoggableError {
  type: string;
  message: string;
  code?: string;
  /** Call sites only, without the message. */
  stack: string;
  cause?: LoggableError | undefined;
}

const CAUSES_MAX = 5;

/**
 * Serialiser of `err` for the log. Drops the parameter values that the query builder puts into its
 * errors (addresses, codes, hashes).
 */
export function loggableError(error: unknown, depth = 0): LoggableError {
  if (!(error instanceof Error)) return { type: typeof error, message: 'not an error', stack: '' };
  const code = 'code' in error ? { code: String(error.code) } : {};
  const cause = error.cause !== undefined && depth < CAUSES_MAX ? error.cause : undefined;
  return {
    type: error.name,
    message: withoutValues(error),
    ...code,
    stack: callsOf(error),
    ...(cause !== undefined && { cause: loggableError(cause, depth + 1) }),
  };
}

/** The statement keeps its `$1`; the parameters are dropped. */
function withoutValues(error: Error): string {
  const [statement = ''] = 'params' in error ? error.message.split('\nparams: ') : [error.message];
  return statement;
}

function callsOf(error: Error): string {
  const lines = (error.stack ?? '').split('\n');
  return lines.filter((line) => line.startsWith('    at ')).join('\n');
}
