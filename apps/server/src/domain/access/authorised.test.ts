import { expect, it } from 'vitest';
import { type Authorised, authorise } from './authorised.ts';

it('is what a statement asks for: an unchecked row does not compile', () => {
  const update = ({ id }: Authorised<'change', { id: number }>) => id;
  const row = { id: 7, title: '제목' };
  expect(update(authorise('change', row))).toBe(7);
  // @ts-expect-error nobody was asked
  expect(update(row)).toBe(7);
  // @ts-expect-error allowed for something else
  expect(update(authorise('remove', row))).toBe(7);
});
