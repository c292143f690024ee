import { type IncomingMessage, request } from 'node:http';
import { portOf } from './raw-http.ts';
import type { SignedIn, TestApp } from './test-app.ts';

/** Generous for busy machines; a passing test never waits this long. */
const WAIT_MS = 20_000;

export interface StreamEvent {
  id: string | null;
  event: string;
  // biome-ignore lint/suspicious/noExplicitAny: payloads are asserted field by field
  data: any;
}

export interface EventStream {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  /** Events so far, including hello. */
  events: StreamEvent[];
  /** Everything the server sent. */
  text: () => string;
  /** The response of a refused stream. */
  // biome-ignore lint/suspicious/noExplicitAny: responses are asserted field by field
  json: () => any;
  isClosed: () => boolean;
  /** Waits until the condition holds; throws after 20 s. */
  until: (condition: () => boolean) => Promise<void>;
  /** Waits for the next unseen event of the type and returns its payload. */
  // biome-ignore lint/suspicious/noExplicitAny: payloads are asserted field by field
  next: (type: string) => Promise<any>;
  /** Events without hello, reset and bye. */
  received: () => StreamEvent[];
  lastId: () => string;
  close: () => void;
}

const CONTROL = new Set(['hello', 'reset', 'bye']);

/** Opens the event stream of a member over a socket; the app must listen. */
export async function openEventStream(
  t: Pick<TestApp, 'app'>,
  as: SignedIn | null,
  headers: Record<string, string> = {},
  query = '',
): Promise<EventStream> {
  const events: StreamEvent[] = [];
  const changes = new Set<() => void>();
  let text = '';
  let parsed = 0;
  let isClosed = false;
  let seen = 0;
  const changed = () => {
    for (const change of changes) change();
  };
  const read = (chunk: string) => {
    text += chunk;
    for (let end = text.indexOf('\n\n', parsed); end >= 0; end = text.indexOf('\n\n', parsed)) {
      const event = parse(text.slice(parsed, end));
      if (event !== null) events.push(event);
      parsed = end + 2;
    }
    changed();
  };
  const call = request({
    port: portOf(t.app),
    path: `/api/events${query}`,
    headers: { ...as?.headers, ...headers },
    agent: false,
  });
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    call.on('response', resolve).on('error', reject).end();
  });
  call.on('error', () => undefined);
  response.setEncoding('utf8');
  response.on('data', read);
  response.on('error', () => undefined);
  response.on('close', () => {
    isClosed = true;
    changed();
  });

  const until = (condition: () => boolean) =>
    new Promise<void>((resolve, reject) => {
      const check = () => {
        if (!condition()) return;
        clearTimeout(timer);
        changes.delete(check);
        resolve();
      };
      const timer = setTimeout(() => {
        changes.delete(check);
        reject(new Error(`nothing came; so far: ${text.slice(-500)}`));
      }, WAIT_MS);
      changes.add(check);
      check();
    });

  return {
    status: response.statusCode ?? 0,
    headers: response.headers,
    events,
    text: () => text,
    json: () => JSON.parse(text),
    isClosed: () => isClosed,
    until,
    next: async (type) => {
      const find = () => events.findIndex(({ event }, index) => index >= seen && event === type);
      await until(() => find() >= 0);
      const index = find();
      seen = index + 1;
      return events[index]?.data;
    },
    received: () => events.filter(({ event }) => !CONTROL.has(event)),
    lastId: () => events.findLast(({ id }) => id !== null)?.id ?? '',
    close: () => call.destroy(),
  };
}

/** Returns null for comments and blocks without data. */
function parse(block: string): StreamEvent | null {
  const fields = new Map(
    block.split('\n').map((line): [string, string] => {
      const colon = line.indexOf(': ');
      return colon < 0 ? [line, ''] : [line.slice(0, colon), line.slice(colon + 2)];
    }),
  );
  const data = fields.get('data');
  if (data === undefined) return null;
  return { id: fields.get('id') ?? null, event: fields.get('event') ?? '', data: JSON.parse(data) };
}
