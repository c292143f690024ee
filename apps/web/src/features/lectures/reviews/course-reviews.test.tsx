import type { OwnReview, ReviewObstacle, CourseSums as Sums } from '@naru/contract/course-reviews';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { fakeApi } from '../../../testing/fake-api.tsx';
import { logInForTest } from '../../../testing/fake-session.ts';
import { renderRouted } from '../../../testing/routed.tsx';
import { CourseSums } from './course-sums.tsx';
import { OwnReviewBox } from './own-review.tsx';
import { ReviewDialog } from './review-dialog.tsx';
import { ReviewOffer } from './review-offer.tsx';

const SAVE = 'PUT /api/lecture-room/7/reviews';
const MINE = 'GET /api/course-reviews/mine';
const SUMS: Sums = {
  ...{ count: 4, average: 3.8, stars: [0, 1, 0, 2, 1] },
  ...{ workload: [1, 0, 3], grading: [0, 4, 0], exams: [0, 0, 4, 0] },
};
const OWN: OwnReview = {
  ...{ lectureId: 7, title: '자료구조', professorName: '한도윤', year: 2026, semester: 1 },
  ...{ stars: 4, workload: 'HEAVY', grading: 'FAIR', exams: 'TWO', content: '내 말' },
  handled: null,
};

beforeEach(() => {
  localStorage.clear();
  logInForTest();
});

const me = ['me', { id: 1, roles: ['STUDENT'] }] as const;

describe('the figures of a course', () => {
  it('are text, of all terms and of one [LECT-180]', async () => {
    const term = {
      year: 2026,
      semester: 1 as const,
      ...SUMS,
      count: 3,
      average: 4,
      workload: [0, 0, 3],
    };
    await renderRouted(<CourseSums sums={SUMS} terms={[term]} />, []);
    const workload = () => within(screen.getByRole('region', { name: '과제' }));
    const lines = () => workload().getAllByRole('listitem');
    expect(screen.getByText('3.8')).toBeTruthy();
    expect(lines().map((line) => line.textContent)).toEqual([
      '적음1명 (25%)',
      '보통0명 (0%)',
      '많음3명 (75%)',
    ]);
    fireEvent.change(screen.getByRole('combobox', { name: '학기' }), {
      target: { value: '2026-1' },
    });
    expect(lines()[2]?.textContent).toBe('많음3명 (100%)');
  });
});

describe('the own review', () => {
  const open = (review: OwnReview | null, obstacle: ReviewObstacle | null = null) =>
    renderRouted(
      <OwnReviewBox lectureId={7} title="자료구조" review={review} obstacle={obstacle} />,
      [[...me]],
    );

  it('shows why there is none [LECT-168]', async () => {
    await open(null, 'NOT_TAKEN');
    expect(screen.getByText(/들은 강의만 평가할 수 있습니다/)).toBeTruthy();
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('of who may no longer write can be removed, not changed [LECT-167, LECT-168]', async () => {
    await open(OWN, 'ROLE');
    expect(screen.getByText('학생만 평가할 수 있습니다.')).toBeTruthy();
    expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['삭제']);
  });

  it('shows the reason of staff, and no button [LECT-175]', async () => {
    const handled = { action: 'REMOVED', reason: '비방', office: 'MANAGER', actedAt: '' } as const;
    await open({ ...OWN, handled }, 'REMOVED');
    expect(screen.getByText('조교:', { exact: false }).textContent).toBe('조교: 비방');
    expect(screen.queryByRole('button')).toBeNull();
  });
});

describe('the form of a review', () => {
  const dialog = (review: OwnReview | null) =>
    renderRouted(
      <ReviewDialog lectureId={7} title="자료구조" review={review} onClose={() => undefined} />,
      [[...me]],
    );
  const press = () => fireEvent.click(screen.getByRole('button', { name: '저장' }));

  it('asks for every choice, and sends numbers and words [LECT-167]', async () => {
    const calls = fakeApi({ [SAVE]: { body: { message: '', review: OWN } } });
    await dialog(null);
    press();
    expect(await screen.findByText('별점을 골라 주세요.')).toBeTruthy();
    expect(screen.getByText('시험 횟수를 골라 주세요.')).toBeTruthy();
    fireEvent.click(screen.getByRole('radio', { name: '5점' }));
    fireEvent.click(screen.getByRole('radio', { name: '많음' }));
    fireEvent.click(screen.getByRole('radio', { name: '깐깐함' }));
    fireEvent.click(screen.getByRole('radio', { name: '없음' }));
    press();
    await waitFor(() => expect(calls.some((call) => call.startsWith(SAVE))).toBe(true));
    expect(
      JSON.parse(calls.find((call) => call.startsWith(SAVE))?.slice(SAVE.length) ?? ''),
    ).toEqual({ stars: 5, workload: 'HEAVY', grading: 'STRICT', exams: 'NONE', content: '' });
  });

  it('starts with what was written, and keeps it after a refusal [LECT-180]', async () => {
    const error = { error: 'COURSE_REVIEW_BLINDED', message: '지금은 고칠 수 없습니다.' };
    fakeApi({ [SAVE]: { status: 409, body: error } });
    await dialog(OWN);
    const text = screen.getByRole<HTMLTextAreaElement>('textbox', { name: /평가 글/ });
    expect([
      text.value,
      screen.getByRole<HTMLInputElement>('radio', { name: '4점' }).checked,
    ]).toEqual(['내 말', true]);
    fireEvent.change(text, { target: { value: '고친 말' } });
    press();
    expect(await screen.findByText('지금은 고칠 수 없습니다.')).toBeTruthy();
    expect(text.value).toBe('고친 말');
  });
});

describe('the offer after a term', () => {
  const waiting = [{ ...OWN, lectureId: 8, title: '알고리즘' }];

  it('does not come back for a term once it was closed [LECT-177]', async () => {
    fakeApi({ [MINE]: { body: { reviews: [], waiting } } });
    const first = await renderRouted(<ReviewOffer />, [[...me]]);
    fireEvent.click(await screen.findByRole('button', { name: '강의 평가 안내 닫기' }));
    expect(screen.queryByText(/평가해 주세요/)).toBeNull();
    expect(localStorage.getItem('naru.member.review-offer.1')).toBe('2026-1');
    expect(first).toBeDefined();
  });

  it('is not there for who has nothing to review [LECT-177]', async () => {
    const calls = fakeApi({ [MINE]: { body: { reviews: [OWN], waiting: [] } } });
    await renderRouted(<ReviewOffer />, [[...me]]);
    await waitFor(() => expect(calls.length).toBeGreaterThan(0));
    expect(screen.queryByText(/평가해 주세요/)).toBeNull();
  });
});
