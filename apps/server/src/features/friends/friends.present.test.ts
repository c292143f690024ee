import { expect, it } from 'vitest';
import { byNickname } from './friends.present.ts';

it('sorts members as Korean does, then by their numbers', () => {
  const member = (id: number, nickname: string) =>
    ({ id, nickname }) as Parameters<typeof byNickname>[0];
  const members = [
    member(3, '나루'),
    member(2, '등대'),
    member(9, '가람'),
    member(1, '등대'),
    member(4, 'b'),
  ];
  const sorted = members.toSorted(byNickname).map(({ id }) => id);
  expect(sorted).toEqual([9, 3, 1, 2, 4]);
});
