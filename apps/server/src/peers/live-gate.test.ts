import { describe, expect, it } from 'vitest';
import { createTestClock } from '../testing/test-clock.ts';
import { LiveGate } from './live-gate.ts';

const MAX = 50;

function openGate() {
  const clock = createTestClock();
  const gate = new LiveGate(MAX, clock);
  const enter = (address: string, times: number) =>
    Array.from({ length: times }, () => gate.enter(address)).filter(Boolean).length;
  return { gate, clock, enter };
}

describe('new streams of one address [LIVE-08]', () => {
  it('are limited to 50 in any second, and refused ones do not extend the limit', () => {
    const { clock, enter } = openGate();
    expect(enter('a', 30)).toBe(30);
    clock.advance(0.5);
    expect(enter('a', 1000)).toBe(20);
    clock.advance(0.499);
    expect(enter('a', 1000)).toBe(0);
    clock.advance(0.001);
    expect(enter('a', 1000)).toBe(30);
    clock.advance(0.5);
    expect(enter('a', 1000)).toBe(20);
  });

  it('do not count for another address', () => {
    const { enter } = openGate();
    enter('a', 1000);
    expect(enter('b', 50)).toBe(50);
  });

  it('are counted correctly when the clock is set back', () => {
    const { clock, enter } = openGate();
    enter('a', 1000);
    clock.advance(-3600);
    expect(enter('a', 1000)).toBe(50);
  });

  it('take bounded memory: 100,000 addresses in one second, none after it [LIMIT-06]', () => {
    const { gate, clock } = openGate();
    for (let n = 0; n < 100_000; n += 1) gate.enter(`address ${n}`);
    expect(gate.size).toBeLessThanOrEqual(2_000);
    clock.advance(1);
    gate.enter('another');
    expect(gate.size).toBe(1);
  });
});
