import { describe, expect, it } from 'vitest';
import { createDomainEvents } from '../platform/domain-events.ts';
import { createLiveBus } from '../platform/live/live-bus.ts';
import { createPeers } from './peers.ts';

/** Two processes, of which each hears what the other tells. */
function createTwo() {
  const told: string[] = [];
  const one = createPeers((topic, message) => {
    told.push(topic);
    two.receive(topic, message);
  });
  const two = createPeers((topic, message) => {
    told.push(topic);
    one.receive(topic, message);
  });
  return { one, two, told };
}

describe('two processes of one server [REL-95]', () => {
  it('hear of live events from each other, once', () => {
    const { one, two, told } = createTwo();
    const seen: string[] = [];
    const buses = [createLiveBus(one), createLiveBus(two)];
    for (const [n, bus] of buses.entries()) bus.subscribe(7, (seq) => seen.push(`${n}: ${seq}`));
    buses[0]?.publish(7, 5);
    expect(seen).toEqual(['0: 5', '1: 5']);
    expect(told).toEqual(['live']);
  });

  it('hear of changed access and names, not of notifications that one of them sends', async () => {
    const { one, two, told } = createTwo();
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
    expect(told).toEqual(['hint', 'hint']);
  });
});
