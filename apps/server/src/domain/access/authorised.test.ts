import { expect, it } from 'vitest';
import { type Authorised, authorise } from './authorised.ts';

it('lets a write statement compile only with a row authorised for that action', () => {
  const update = ({ id }: Authorised<'change', { id: number }>) => id;
  const row = { id: 7, title: '제목' };
  expect(update(authorise('change', row))).toBe(7);
  // @ts-expect-error not authorised
  expect(update(row)).toBe(7);
  // @ts-expect-error authorised for another action
  expect(update(authorise('remove', row))).toBe(7);
});
