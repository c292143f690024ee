import { fireEvent, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { fakeApi, renderWithClient } from '../../testing/fake-api.tsx';
import { StudyYearForm } from './study-year-form.tsx';

const NONE = { studyYear: null, studyYearOf: null, academicYear: 2026 };

it('suggests the year of the student number, saves a choice and takes it back [MEMB-58]', async () => {
  const calls = fakeApi({
    'GET /api/member/study-year': { body: { ...NONE, suggestion: 3 } },
    'PUT /api/member/study-year': {
      body: { message: '', studyYear: 2, studyYearOf: 2026, academicYear: 2026, suggestion: 3 },
    },
  });
  renderWithClient(<StudyYearForm />);
  const select = await screen.findByRole<HTMLSelectElement>('combobox', {
    name: '2026학년도 학년',
  });
  expect(select.value).toBe('3');
  expect(screen.getByText(/학번으로 짐작한 학년입니다/)).toBeDefined();
  fireEvent.change(select, { target: { value: '2' } });
  expect(screen.getByText(/다른 학년만을 위한 공지는 알리지 않습니다/)).toBeDefined();
  const save = screen.getByRole('button', { name: '저장' });
  fireEvent.click(save);
  await vi.waitFor(() => expect(calls).toContain('PUT /api/member/study-year {"studyYear":2}'));
  await vi.waitFor(() => expect(save).toHaveProperty('disabled', true));
  fireEvent.change(select, { target: { value: '' } });
  fireEvent.click(save);
  await vi.waitFor(() => expect(calls).toContain('PUT /api/member/study-year {"studyYear":null}'));
});

it('asks in January for the academic year that begins in March, and says what holds until it is saved [MEMB-67]', async () => {
  const stored = { studyYear: 2, studyYearOf: 2026, academicYear: 2027, suggestion: null };
  fakeApi({ 'GET /api/member/study-year': { body: stored } });
  renderWithClient(<StudyYearForm />);
  const select = await screen.findByRole<HTMLSelectElement>('combobox', {
    name: '2027학년도 학년',
  });
  expect(select.value).toBe('');
  expect(screen.getByText(/^지금은 2026학년도 2학년입니다/)).toBeDefined();
});
