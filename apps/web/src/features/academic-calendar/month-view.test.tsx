import { fireEvent, screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeApi } from '../../testing/fake-api.tsx';
import { logInForTest } from '../../testing/fake-session.ts';
import { renderRouted } from '../../testing/routed.tsx';
import { MonthView } from './month-view.tsx';

const CALL = 'GET /api/academic-dates';
const exam = {
  id: 1,
  title: '기말고사',
  kind: 'EXAM',
  startsOn: '2026-11-20',
  endsOn: '2026-11-24',
  note: '강의실은 추후 안내',
  targetUrl: 'https://example.com/exam',
};
const festival = {
  ...exam,
  id: 2,
  title: '학술제',
  kind: 'EVENT',
  startsOn: '2026-11-12',
  endsOn: '2026-11-12',
  note: '',
  targetUrl: null,
};

const onMonth = vi.fn();
const usePhone = () =>
  vi.stubGlobal('matchMedia', () => ({
    matches: true,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
async function show(dates: object[] = [festival, exam]) {
  const calls = fakeApi({ [CALL]: { body: { dates } } });
  await renderRouted(<MonthView month="2026-11" today="2026-11-20" onMonth={onMonth} />);
  return calls;
}

describe('MonthView', () => {
  beforeEach(() => {
    logInForTest();
    onMonth.mockReset();
  });

  it('shows bars over their days, one in each week, and all of a date on a press [CAL-09]', async () => {
    await show();
    const name = '기말고사, 시험, 11월 20일 금요일부터 11월 24일 화요일까지';
    const bars = await screen.findAllByRole('button', { name });
    expect(bars.map((bar) => bar.style.gridColumn)).toEqual(['6 / 8', '1 / 4']);
    const [today] = screen.getAllByText('11월 20일 금요일');
    expect(today?.closest('time')?.getAttribute('aria-current')).toBe('date');
    for (const bar of bars.slice(0, 1)) fireEvent.click(bar);
    const dialog = await screen.findByRole('dialog', { name: '기말고사' });
    expect(dialog.textContent).toContain('11. 20. (금) ~ 11. 24. (화)');
    expect(dialog.textContent).toContain('D-DAY');
    expect(dialog.textContent).toContain('강의실은 추후 안내');
    const link = within(dialog).getByRole('link', { name: /자세히 보기/ });
    expect(link.getAttribute('rel')).toBe('noopener noreferrer');
  });

  it('turns the month by buttons and arrow keys, not in a dialog [CAL-09]', async () => {
    await show();
    const [bar] = await screen.findAllByRole('button', { name: /^학술제/ });
    fireEvent.click(screen.getByRole('button', { name: '다음 달' }));
    if (bar) fireEvent.keyDown(bar, { key: 'ArrowLeft' });
    if (bar) fireEvent.keyDown(bar, { key: 'ArrowLeft', altKey: true });
    expect(onMonth.mock.calls).toEqual([['2026-12'], ['2026-10']]);
    expect(screen.getByRole('button', { name: '오늘' })).toHaveProperty('disabled', true);
    if (bar) fireEvent.click(bar);
    fireEvent.keyDown(await screen.findByRole('dialog'), { key: 'ArrowLeft' });
    expect(onMonth).toHaveBeenCalledTimes(2);
  });

  it('lists the month on phones, or the chosen day, and turns by a flat swipe [CAL-09]', async () => {
    usePhone();
    await show();
    const list = await screen.findByRole('list', { name: '2026년 11월 일정' });
    expect(within(list).getAllByRole('button')).toHaveLength(2);
    expect(within(list).getByRole('button', { name: /기말고사/ }).textContent).toContain('D-DAY');
    const day = screen.getByRole('button', { name: '11월 12일 목요일, 일정 1개' });
    fireEvent.click(day);
    const one = screen.getByRole('list', { name: '11월 12일 목요일 일정' });
    expect(within(one).getAllByRole('button')).toHaveLength(1);
    fireEvent.click(screen.getByRole('button', { name: '이달 모두 보기' }));
    expect(screen.getByRole('list', { name: '2026년 11월 일정' })).toBeDefined();
    const swipe = (x: number, y: number) => {
      fireEvent.touchStart(day, { touches: [{ clientX: 200, clientY: 100 }] });
      fireEvent.touchEnd(day, { changedTouches: [{ clientX: 200 + x, clientY: 100 + y }] });
    };
    swipe(-80, 10);
    swipe(90, -20);
    swipe(-80, 60);
    swipe(-30, 0);
    expect(onMonth.mock.calls).toEqual([['2026-12'], ['2026-10']]);
  });

  it('says that a month is empty [CAL-09]', async () => {
    usePhone();
    await show([]);
    expect(await screen.findByText('이달에는 일정이 없습니다.')).toBeDefined();
  });

  it('names what could not be loaded [CAL-09]', async () => {
    fakeApi({ [CALL]: { status: 503, body: { error: 'UNAVAILABLE', message: '' } } });
    await renderRouted(<MonthView month="2026-11" today="2026-11-20" onMonth={onMonth} />);
    expect(await screen.findByText('학사일정을 불러오지 못했습니다.')).toBeDefined();
    expect(screen.getByRole('button', { name: '다시 시도' })).toBeDefined();
  });
});
