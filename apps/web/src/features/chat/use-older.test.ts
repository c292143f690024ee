import { describe, expect, it } from 'vitest';
import { createOlderGate, OLDER_THROTTLE_MS } from './use-older.ts';

describe('createOlderGate', () => {
  it('allows one load per second [CHAT-15]', () => {
    let now = 5000;
    const gate = createOlderGate(() => now);
    expect(gate.enter()).toBe(0);
    gate.done();
    now += 400;
    expect(gate.enter()).toBe(OLDER_THROTTLE_MS - 400);
    now += 600;
    expect(gate.enter()).toBe(0);
  });

  it('refuses a load while another is running', () => {
    let now = 0;
    const gate = createOlderGate(() => now);
    gate.enter();
    now += 10_000;
    expect(gate.enter()).toBe(Number.POSITIVE_INFINITY);
    gate.done();
    expect(gate.enter()).toBe(0);
  });
});
