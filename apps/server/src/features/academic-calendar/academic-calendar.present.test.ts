import { expect, it } from 'vitest';
import { FILE_SOURCE } from './academic-calendar.file.ts';
import { presentEdited } from './academic-calendar.present.ts';

it.each([
  [null, 'STAFF'],
  [FILE_SOURCE, 'FILE'],
  ['school-calendar', 'SOURCE'],
])('a date of %s comes from %s', (sourceKey, origin) => {
  const row = { id: 1, title: '개강', kind: 'TERM', sourceKey, isEdited: false };
  expect(presentEdited(row as never).origin).toBe(origin);
});
