import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { fakeApi, renderWithClient } from '../../../testing/fake-api.tsx';
import { logInForTest } from '../../../testing/fake-session.ts';
import { EntryDialog } from './entry-dialog.tsx';

const ADD = 'POST /api/timetable/entries';

function show() {
  const onClose = vi.fn();
  const term = { year: 2026, semester: 2 } as const;
  renderWithClient(<EntryDialog entry={undefined} term={term} onClose={onClose} />);
  return onClose;
}

const field = (name: RegExp) => screen.getByLabelText<HTMLInputElement>(name);
const type = (name: RegExp, value: string) => fireEvent.input(field(name), { target: { value } });

it('keeps a new entry over a reload, until it is added [REL-18]', async () => {
  logInForTest(7);
  const calls = fakeApi({ [ADD]: { status: 201, body: { message: '', entry: {} } } });
  show();
  type(/^이름/, '카페');
  type(/^장소/, '남포동');
  fireEvent.change(screen.getByLabelText('1번째 시간 요일'), { target: { value: 'SUNDAY' } });
  window.dispatchEvent(new Event('pagehide'));
  cleanup();
  const onClose = show();
  expect([field(/^이름/).value, field(/^장소/).value]).toEqual(['카페', '남포동']);
  fireEvent.click(screen.getByRole('button', { name: '추가' }));
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(calls[0]).toContain('"day":"SUNDAY"');
  cleanup();
  show();
  expect(field(/^이름/).value).toBe('');
});

it.each([{ isComposing: true }, { keyCode: 229 }])(
  'is not closed by an Escape that ends a syllable, as by %o [REL-18]',
  (key) => {
    const onClose = show();
    type(/^이름/, '카페');
    fireEvent.keyDown(field(/^이름/), { key: 'Escape', ...key });
    expect(onClose).not.toHaveBeenCalled();
    fireEvent.keyDown(field(/^이름/), { key: 'Escape' });
    expect(onClose).toHaveBeenCalledOnce();
  },
);
