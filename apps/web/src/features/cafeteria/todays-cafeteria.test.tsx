import type { CafeteriaDay } from '@naru/contract/cafeteria';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { unwrapMeals } from './meal-day.ts';
import { TodaysCafeteria } from './todays-cafeteria.tsx';

/** Generous, for slow machines. */
const PATIENT = { timeout: 15_000 };
const NOW = new Date('2026-11-20T05:00:00Z');

const menu = (values: Partial<CafeteriaDay> = {}): CafeteriaDay => ({
  date: '2026-11-20',
  studentState: 'OPEN',
  staffState: 'OPEN',
  studentCafeteria: { SET_MENU: ['현미밥', '미역국'], WESTERN: ['돈까스'], SNACK: [], RAMEN: [] },
  staffCafeteria: { BREAKFAST: [], LUNCH: ['갈비탕'], DINNER: [] },
  ...values,
});

type Answer = { status?: number; body: unknown };
let answers: Record<string, Answer>;
let asked: string[];

beforeEach(() => {
  vi.useFakeTimers({ now: NOW, toFake: ['Date'] });
  answers = {};
  asked = [];
  vi.stubGlobal('fetch', async (url: string) => {
    const path = url.replace('/api/Menu/', '');
    asked.push(path);
    const { status = 200, body } = answers[path] ?? {
      body: menu({ studentState: 'NOT_POSTED', staffState: 'NOT_POSTED' }),
    };
    return new Response(JSON.stringify(body), { status });
  });
});
afterEach(() => vi.useRealTimers());

function show(today: Answer): void {
  answers['2026/11/20'] = today;
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <QueryClientProvider client={client}>
      <TodaysCafeteria />
    </QueryClientProvider>,
  );
}

const tab = (name: string) => screen.getByRole<HTMLButtonElement>('tab', { name });
const dishes = async () =>
  within(await screen.findByRole('list', undefined, PATIENT))
    .getAllByRole('listitem')
    .map((item) => item.textContent);

describe('TodaysCafeteria', () => {
  it('shows today and disables categories without dishes [MEAL-05]', async () => {
    show({ body: menu() });
    expect(await dishes()).toEqual(['현미밥', '미역국']);
    expect(screen.getByText('11월 20일 금요일')).toBeDefined();
    expect(['정식', '양식', '분식', '라면'].map((name) => tab(name).disabled)).toEqual([
      false,
      false,
      true,
      true,
    ]);
    fireEvent.mouseDown(tab('양식'));
    expect(await dishes()).toEqual(['돈까스']);
    fireEvent.mouseDown(tab('교직원식당'));
    expect(tab('조식').disabled).toBe(true);
    expect(await dishes()).toEqual(['갈비탕']);
  });

  it('fetches one day, and its neighbours on hover over the arrows', async () => {
    show({ body: menu() });
    await dishes();
    expect(asked).toEqual(['2026/11/20']);
    fireEvent.focus(screen.getByRole('button', { name: '다음 날 식단' }));
    await vi.waitFor(() => expect(asked).toHaveLength(3), PATIENT);
    fireEvent.click(screen.getByRole('button', { name: '다음 날 식단' }));
    expect(screen.getByText('11월 21일 토요일')).toBeDefined();
    await vi.waitFor(() => expect(asked).toContain('2026/11/22'), PATIENT);
    fireEvent.click(screen.getByRole('button', { name: /오늘 식단 보기/ }));
    expect(screen.getByText('오늘')).toBeDefined();
  });

  it('disables the arrows 14 days back and ahead [MEAL-03]', async () => {
    show({ body: menu() });
    for (const name of ['전날 식단', '다음 날 식단']) {
      const button = screen.getByRole<HTMLButtonElement>('button', { name });
      for (let step = 0; step < 14; step += 1) fireEvent.click(button);
      expect(button.disabled).toBe(true);
      fireEvent.click(screen.getByRole('button', { name: /오늘 식단 보기/ }));
    }
    expect(await dishes()).toHaveLength(2);
  });

  it('keeps the preferred category for days that serve it', async () => {
    answers['2026/11/21'] = {
      body: menu({ studentCafeteria: { ...menu().studentCafeteria, WESTERN: [] } }),
    };
    show({ body: menu() });
    await dishes();
    fireEvent.mouseDown(tab('양식'));
    fireEvent.click(screen.getByRole('button', { name: '다음 날 식단' }));
    expect(await dishes()).toEqual(['현미밥', '미역국']);
    fireEvent.click(screen.getByRole('button', { name: '전날 식단' }));
    expect(await dishes()).toEqual(['돈까스']);
  });

  it('distinguishes a closed day from a day without meals [MEAL-02]', async () => {
    show({ body: menu({ studentState: 'CLOSED', staffState: 'NOT_POSTED' }) });
    expect(await screen.findByText('운영하지 않는 날입니다.', undefined, PATIENT)).toBeDefined();
    fireEvent.mouseDown(tab('교직원식당'));
    expect(screen.getByText('식단 정보가 없습니다')).toBeDefined();
    expect(screen.getByText('아직 등록되지 않았습니다.')).toBeDefined();
  });

  it('shows the server’s message and retries', async () => {
    show({
      status: 400,
      body: { error: 'VALIDATION_FAILED', message: '올바른 날짜가 아닙니다.', requestId: 'x' },
    });
    const alert = await screen.findByRole('alert', undefined, PATIENT);
    expect(alert.textContent).toContain('올바른 날짜가 아닙니다.');
    expect(alert.textContent).toContain('식단 정보가 없습니다');
    answers['2026/11/20'] = { body: menu() };
    fireEvent.click(screen.getByRole('button', { name: '다시 시도' }));
    expect(await dishes()).toHaveLength(2);
  });

  it('shows a default message when the server sends none [MEAL-06]', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')));
    show({ body: null });
    expect(screen.getByRole('status', { name: '식단을 불러오는 중입니다.' })).toBeDefined();
    const alert = await screen.findByRole('alert', undefined, PATIENT);
    expect(alert.textContent).toContain('데이터 로딩 실패');
    expect(alert.textContent).toContain('식단 정보가 없습니다');
  });

  it('reads a response wrapped in data, with missing lists [MEAL-01]', async () => {
    show({ body: { data: { date: '2026-11-20', studentCafeteria: { SNACK: ['쫄면'] } } } });
    expect(await dishes()).toEqual(['쫄면']);
    expect(tab('정식').disabled).toBe(true);
  });
});

describe('unwrapMeals', () => {
  it('returns a complete response unchanged', () => {
    expect(unwrapMeals(menu())).toEqual(menu());
    expect(unwrapMeals({ data: menu() })).toEqual(menu());
  });
});
