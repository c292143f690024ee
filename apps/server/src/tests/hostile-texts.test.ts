import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findFileFaults } from '../testing/injection/files.ts';
import {
  buildHostileWorld,
  fieldsLeft,
  type HostileWorld,
} from '../testing/injection/hostile-world.ts';
import { createTestApp, type TestApp } from '../testing/test-app.ts';

let t: TestApp;
let hostile: HostileWorld;
beforeAll(async () => {
  t = await createTestApp();
  hostile = await buildHostileWorld(t, { round: 0 });
});
afterAll(() => t.close());

// What they do on the screens is looked at by e2e/injection.spec.ts.
describe('hostile texts', () => {
  it('are taken by every text field whose letters are not limited [INPUT-22]', () => {
    expect(fieldsLeft(hostile)).toEqual([]);
    expect(hostile.taken.size).toBeGreaterThan(100);
  });

  it('make no response of 500 and no header line [INPUT-23]', () => {
    expect(hostile.faults).toEqual([]);
  });

  it('break no table, calendar, e-mail, name of a file or line of the log [INPUT-23]', async () => {
    expect(await findFileFaults(t, hostile)).toEqual([]);
  });
});
