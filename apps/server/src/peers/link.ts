import type { Readable } from 'node:stream';

/** A connection to another process that keeps the order of its messages. */
export interface Port {
  send(message: unknown): void;
  onMessage(handler: (message: unknown) => void): void;
}

interface Packet {
  messages: { topic: string; message: unknown }[];
  requests: { id: number; name: string; input: unknown }[];
  responses: { id: number; value?: unknown; failure?: string }[];
}

interface Options {
  onRequest: (name: string, input: unknown) => unknown;
  onMessage: (topic: string, message: unknown) => void;
}

export type Link = ReturnType<typeof createLink>;

/**
 * Messages, requests and responses between two processes. Messages sent in one turn of the event loop share a
 * packet, because a packet costs more than its content.
 */
export function createLink(port: Port, { onRequest, onMessage }: Options) {
  const open = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>();
  let asked = 0;
  let packet: Packet | null = null;

  function next(): Packet {
    if (packet === null) setImmediate(flush);
    packet ??= { messages: [], requests: [], responses: [] };
    return packet;
  }

  function flush(): void {
    const full = packet;
    packet = null;
    if (full !== null) port.send(full);
  }

  async function respond(id: number, name: string, input: unknown): Promise<void> {
    try {
      const value = await onRequest(name, input);
      next().responses.push({ id, value });
    } catch (error) {
      const failure = error instanceof Error ? error.message : String(error);
      next().responses.push({ id, failure });
    }
  }

  port.onMessage((received) => {
    const { messages, requests, responses } = received as Packet;
    for (const { topic, message } of messages) onMessage(topic, message);
    for (const { id, name, input } of requests) void respond(id, name, input);
    for (const { id, value, failure } of responses) {
      const waiting = open.get(id);
      open.delete(id);
      if (failure === undefined) waiting?.resolve(value);
      else waiting?.reject(new Error(failure));
    }
  });

  return {
    send: (topic: string, message: unknown): void => void next().messages.push({ topic, message }),
    /** Rejects with the error of the other process; stays pending without a response. */
    ask<T>(name: string, input: unknown): Promise<T> {
      asked += 1;
      const id = asked;
      next().requests.push({ id, name, input });
      return new Promise<unknown>((resolve, reject) => {
        open.set(id, { resolve, reject });
      }) as Promise<T>;
    },
    /** Sends the messages at once that wait for the end of the turn. */
    flush,
  };
}

const NEWLINE = 10;

/** Relays the output of a process in whole lines, so that the output of several processes does not mix. */
export function relayLines(from: Readable, write: (lines: string) => void): void {
  let rest: Buffer = Buffer.alloc(0);
  from.on('data', (chunk: Buffer) => {
    const text = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    const end = text.lastIndexOf(NEWLINE) + 1;
    if (end > 0) write(text.toString('utf8', 0, end));
    rest = text.subarray(end);
  });
  from.on('end', () => {
    if (rest.length > 0) write(`${rest.toString('utf8')}\n`);
  });
  // The end of a killed process breaks its pipe.
  from.on('error', () => undefined);
}
