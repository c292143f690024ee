import { describe, expect, it, vi } from 'vitest';
import { createDomainEvents } from './domain-events.ts';

const EVENT = { memberId: 7 };

function createHub() {
  const log = { error: vi.fn() };
  return { log, hub: createDomainEvents(log) };
}

describe('domain events', () => {
  it('reach every handler; one that fails is logged and stops no other', async () => {
    const { hub, log } = createHub();
    const received: string[] = [];
    hub.on('access-changed', () => {
      throw new Error('broken');
    });
    hub.on('access-changed', async ({ memberId }) => void received.push(`second ${memberId}`));
    expect(hub.emit('access-changed', EVENT)).toBeUndefined();
    await hub.drain();
    expect(received).toEqual(['second 7']);
    expect(log.error).toHaveBeenCalledTimes(1);
  });

  it('are handled after the database is reachable again [REL-05]', async () => {
    const { hub, log } = createHub();
    let tries = 0;
    hub.on('access-changed', async () => {
      tries += 1;
      if (tries < 3) throw Object.assign(new Error('away'), { code: 'ECONNREFUSED' });
    });
    hub.emit('access-changed', EVENT);
    await hub.drain();
    expect(tries).toBe(3);
    expect(log.error).not.toHaveBeenCalled();
  });

  it('drain waits for events that handlers emit', async () => {
    const { hub } = createHub();
    const received: string[] = [];
    hub.on('access-changed', () => hub.emit('notifications-stored', {}));
    hub.on('notifications-stored', async () => {
      await Promise.resolve();
      received.push('stored');
    });
    hub.emit('access-changed', EVENT);
    await hub.drain();
    expect(received).toEqual(['stored']);
  });
});
