import { describe, expect, it } from 'vitest';
import { createSubmitGate } from './thread-context.ts';

describe('createSubmitGate', () => {
  it('ignores a submission while one is pending, however long it takes', () => {
    let now = 0;
    const gate = createSubmitGate(() => now);
    expect(gate.enter()).toBe(true);
    now = 60_000;
    expect(gate.enter()).toBe(false);
    gate.done(true);
    now = 61_000;
    expect(gate.enter()).toBe(true);
  });

  it('starts the second at the response, so that the server never sees two within it', () => {
    let now = 0;
    const gate = createSubmitGate(() => now);
    gate.enter();
    now = 5000;
    gate.done(true);
    now = 5999;
    expect(gate.enter()).toBe(false);
    now = 6000;
    expect(gate.enter()).toBe(true);
  });

  it('ignores a submission within a second of the previous one', () => {
    let now = 0;
    const gate = createSubmitGate(() => now);
    gate.enter();
    gate.done(true);
    now = 999;
    expect(gate.enter()).toBe(false);
    now = 1000;
    expect(gate.enter()).toBe(true);
  });
});
