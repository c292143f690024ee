import { PassThrough } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createLink, relayLines } from './link.ts';

function createPair() {
  const packets: unknown[] = [];
  const handlers: { near?: (message: unknown) => void; far?: (message: unknown) => void } = {};
  const received: unknown[] = [];
  const near = createLink(
    {
      send: (message) => {
        packets.push(message);
        handlers.far?.(structuredClone(message));
      },
      onMessage: (handler) => {
        handlers.near = handler;
      },
    },
    { onRequest: () => undefined, onMessage: () => undefined },
  );
  createLink(
    {
      send: (message) => handlers.near?.(structuredClone(message)),
      onMessage: (handler) => {
        handlers.far = handler;
      },
    },
    {
      onRequest: async (name, input) => {
        if (name === 'fails') throw new Error('no response');
        return [name, input];
      },
      onMessage: (topic) => void received.push(topic),
    },
  );
  return { near, packets, received };
}

describe('a link between two processes', () => {
  it('sends what one turn produces in one packet, and matches responses with requests', async () => {
    const { near, packets, received } = createPair();
    near.send('first', null);
    const responses = await Promise.all([near.ask('a', 1), near.ask('b', Buffer.from('2'))]);
    expect(responses[0]).toEqual(['a', 1]);
    expect(responses[1]).toEqual(['b', new Uint8Array([50])]);
    expect(received).toEqual(['first']);
    expect(packets).toHaveLength(1);
  });

  it('rejects a request that fails', async () => {
    const { near } = createPair();
    await expect(near.ask('fails', null)).rejects.toThrow('no response');
  });
});

describe('relayed lines', () => {
  it('are whole, also when they arrive in pieces that cut a letter, and at the end', async () => {
    const from = new PassThrough();
    const written: string[] = [];
    relayLines(from, (lines) => void written.push(lines));
    const line = Buffer.from('{"msg":"글"}\n');
    from.write(line.subarray(0, 9));
    await turn();
    expect(written).toEqual([]);
    from.write(Buffer.concat([line.subarray(9), line, Buffer.from('killed')]));
    await turn();
    expect(written).toEqual(['{"msg":"글"}\n{"msg":"글"}\n']);
    from.end();
    await turn();
    await turn();
    expect(written.at(-1)).toBe('killed\n');
  });
});
