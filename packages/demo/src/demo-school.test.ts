import { describe, expect, it } from 'vitest';
import { demoSchoolPage } from './demo-school.ts';

const NOW = new Date('2026-11-23T03:00:00Z');
const find = (name: string) => demoSchoolPage(name, 'http://localhost:3000/dev/school/', NOW);

describe('the pages of the demo school', () => {
  it('have their names', async () => {
    expect((await find('schedule.pdf'))?.contentType).toBe('application/pdf');
  });

  it.each(['constructor', '__proto__', 'toString', 'nothing.html'])(
    'are not found as %s [INPUT-11]',
    async (name) => {
      expect(await find(name)).toBeNull();
    },
  );
});
