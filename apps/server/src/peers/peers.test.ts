import { describe, expect, it } from 'vitest';
import { createLiveBus } from '../domain/live/live-bus.ts';
import { createDomainEvents } from './domain-events.ts';
import { createPeers } from './peers.ts';

/** Two processes, each of which receives what the other publishes. */
function createTwo() {
  const received: string[] = [];
  const one = createPeers((topic, message) => {
    received.push(topic);
    two.receive(topic, message);
  });
  const two = createPeers((topic, message) => {
    received.push(topic);
    one.receive(topic, message);
  });
  return { one, two, received };
}

describe('two processes of one server [REL-95]', () => {
  it('receive live events from each other, once', () => {
    const { one, two, received } = createTwo();
    const seen: string[] = [];
    const buses = [createLiveBus(one), createLiveBus(two)];
    for (const [n, bus] of buses.entries()) bus.subscribe(7, (seq) => seen.push(`${n}: ${seq}`));
    buses[0]?.publish(7, 5);
    expect(seen).toEqual(['0: 5', '1: 5']);
    expect(received).toEqual(['live']);
  });

  it('receive changes of access and names, not notifications that one of them sends', async () => {
    const { one, two, received } = createTwo();
    const log = { error: () => undefined };
    const [here, there] = [createDomainEvents(log, one), createDomainEvents(log, two)];
    const seen: unknown[] = [];
    there.on('access-changed', (event) => void seen.push(event));
    there.on('identity-changed', () => void seen.push('names'));
    there.on('notifications-stored', () => void seen.push('stored'));
    here.emit('access-changed', { memberId: 3 });
    here.emit('identity-changed', {});
    here.emit('notifications-stored', {});
    await there.drain();
    expect(seen).toEqual([{ memberId: 3 }, 'names']);
    expect(received).toEqual(['hint', 'hint']);
  });
});
