import type { Lecture } from '@naru/contract/lectures';
import { act, fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { beforeEach, expect, it } from 'vitest';
import { fakeMedia, renderPage } from '../../../testing/fake-page.tsx';
import { previewedLecture } from '../timetable/overlay.tsx';
import { LectureRow } from './lecture-row.tsx';
import type { Target } from './use-target.ts';

const lecture = (id: number, title: string) =>
  ({
    id,
    title,
    schedules: [],
    professorName: '',
    room: '',
    credits: 3,
    grade: 1,
    intro: '',
    themeColor: '#3366cc',
    canEdit: false,
    markedCount: 0,
  }) as unknown as Lecture;
const LECTURES = [lecture(1, '운영체제'), lecture(2, '기계학습')];
const TARGET: Target = {
  words: { badge: '내 시간표', add: '추가', added: '추가됨' },
  items: [],
  has: () => false,
  add: async () => undefined,
};

function Rows() {
  const [openId, setOpenId] = useState<number | null>(null);
  const [isFiltered, setFiltered] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setFiltered(true)}>
        거르기
      </button>
      <ul>
        {LECTURES.slice(isFiltered ? 1 : 0).map((one) => (
          <LectureRow
            key={one.id}
            lecture={one}
            target={TARGET}
            stars={undefined}
            isOpen={openId === one.id}
            onToggle={() => setOpenId(openId === one.id ? null : one.id)}
          />
        ))}
      </ul>
    </>
  );
}

beforeEach(async () => {
  fakeMedia(true);
  previewedLecture.set(null);
  await renderPage(Rows);
});

const row = (title: string) => screen.getByRole('button', { name: new RegExp(`^${title}.*학점`) });
const previewed = () => previewedLecture.get()?.title;

/** With or without the focus, which iOS does not give. */
function tap(title: string, givesFocus: boolean) {
  const button = row(title);
  const touch = { pointerType: 'touch', bubbles: true };
  fireEvent.pointerEnter(button, touch);
  fireEvent.pointerDown(button, touch);
  fireEvent.pointerLeave(button, touch);
  if (givesFocus) act(() => button.focus());
  fireEvent.click(button);
}

it.each([true, false])(
  'a tapped lecture is previewed while it is open, focus: %s',
  (givesFocus) => {
    tap('운영체제', givesFocus);
    expect(previewed()).toBe('운영체제');
    tap('기계학습', givesFocus);
    expect(previewed()).toBe('기계학습');
    tap('기계학습', givesFocus);
    expect(previewed()).toBeUndefined();
    tap('운영체제', givesFocus);
    act(() => (document.activeElement as HTMLElement).blur());
    expect(previewed()).toBe('운영체제');
    fireEvent.click(screen.getByRole('button', { name: '거르기' }));
    expect(previewed()).toBeUndefined();
  },
);

it('a touch that scrolls previews nothing', () => {
  const touch = { pointerType: 'touch', bubbles: true };
  fireEvent.pointerEnter(row('운영체제'), touch);
  fireEvent.pointerDown(row('운영체제'), touch);
  fireEvent.pointerLeave(row('운영체제'), touch);
  expect(previewed()).toBeUndefined();
});

it('a mouse and the focus of keys preview where they are', () => {
  const mouse = { pointerType: 'mouse', bubbles: true };
  fireEvent.pointerEnter(row('운영체제'), mouse);
  expect(previewed()).toBe('운영체제');
  fireEvent.pointerLeave(row('운영체제'), mouse);
  expect(previewed()).toBeUndefined();
  act(() => row('기계학습').focus());
  expect(previewed()).toBe('기계학습');
  act(() => row('기계학습').blur());
  expect(previewed()).toBeUndefined();
});
