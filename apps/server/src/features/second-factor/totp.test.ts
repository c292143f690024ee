import { generateSync } from 'otplib';
import { describe, expect, it } from 'vitest';
import { findStep, keyUri, newSecret } from './totp.ts';

const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
const codeOf = (step: number) => generateSync({ secret, epoch: step * 30 });
const stepsAt = (seconds: number, after = -1) =>
  [0, 1, 2, 3, 4, 5].filter(
    (step) => findStep({ secret, code: codeOf(step), after }, new Date(seconds * 1000)) === step,
  );

describe('keys', () => {
  it('have 160 random bits in base32', () => {
    expect(newSecret()).toMatch(/^[A-Z2-7]{32}$/);
    expect(newSecret()).not.toBe(newSecret());
  });

  it('are given to the app with name and issuer', () => {
    const uri = keyUri({ issuer: '나루', label: 'sea', secret });
    expect(uri).toContain(`secret=${secret}`);
    expect(decodeURIComponent(uri)).toContain('나루:sea');
  });
});

describe('findStep [MFA-04]', () => {
  it('accepts the codes of the steps around now, to the last millisecond of its own', () => {
    expect(stepsAt(60)).toEqual([1, 2, 3]);
    expect(stepsAt(89.999)).toEqual([1, 2, 3]);
    expect(stepsAt(90)).toEqual([2, 3, 4]);
  });

  it('accepts none at or before the newest accepted one', () => {
    expect(stepsAt(60, 0)).toEqual([1, 2, 3]);
    expect(stepsAt(60, 1)).toEqual([2, 3]);
    expect(stepsAt(60, 3)).toEqual([]);
  });

  it('accepts nothing else', () => {
    const now = new Date(60_000);
    const wrong = [codeOf(2).replace(/.$/, (last) => String((Number(last) + 1) % 10))];
    for (const code of wrong) expect(findStep({ secret, code, after: 0 }, now)).toBeNull();
    const other = { secret: newSecret(), code: codeOf(2), after: 0 };
    expect(findStep(other, now)).toBeNull();
  });
});
