import { fireEvent, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { fakeApi, renderWithClient } from '../../../testing/fake-api.tsx';
import { RegisterButton } from './register-button.tsx';

vi.mock('./item-dialog.tsx', () => {
  throw new Error('offline');
});

it('says each time when the form of an item cannot be loaded [UI-234]', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  const me = { id: 1, roles: ['USER', 'STUDENT'] };
  fakeApi({ 'GET /api/member/me': { body: { meDto: me } } });
  renderWithClient(<RegisterButton />, [['me', me]]);
  for (let n = 0; n < 2; n += 1) {
    fireEvent.click(await screen.findByRole('button', { name: '물품 등록' }));
    expect((await screen.findByRole('alert')).textContent).toContain('불러오지 못했습니다');
    fireEvent.click(screen.getByRole('button', { name: '닫기' }));
    expect(screen.queryByRole('alert')).toBeNull();
  }
});
