import { expect, it } from 'vitest';
import { withDemoDomains } from './demo-site.ts';

it('has student domains of its own unless others are set or the demo is off [UI-250]', () => {
  const none = { STUDENT_EMAIL_DOMAINS: [] };
  const own = { DEMO: true, STUDENT_EMAIL_DOMAINS: ['g.example.ac.kr'] };
  expect(withDemoDomains({ ...none, DEMO: false }).STUDENT_EMAIL_DOMAINS).toEqual([]);
  expect(withDemoDomains(own)).toBe(own);
  expect(withDemoDomains({ ...none, DEMO: true }).STUDENT_EMAIL_DOMAINS).toEqual([
    'g.kmou.ac.kr',
    'kmou.ac.kr',
  ]);
});
