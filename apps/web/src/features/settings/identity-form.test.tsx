import { fireEvent, screen } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { fakeApi } from '../../testing/fake-api.tsx';
import { renderRouted } from '../../testing/routed.tsx';
import { IdentityView } from './identity-form.tsx';

const IDENTITY = {
  siteName: '나루',
  universityName: '',
  departmentName: '우리 학과',
  officeName: '학과사무실',
  color: '',
  logoUrl: '',
};

let calls: string[];
beforeEach(() => {
  calls = fakeApi({
    'GET /api/admin/identity': { body: IDENTITY },
    'PUT /api/admin/identity': { body: { ...IDENTITY, siteName: '누리터', color: '#7a1f3d' } },
  });
});

describe('IdentityView', () => {
  it('refuses a bright colour and saves a dark one with the new name', async () => {
    await renderRouted(<IdentityView />);
    fireEvent.input(await screen.findByRole('textbox', { name: /사이트 이름/ }), {
      target: { value: '누리터' },
    });
    const color = screen.getByRole('textbox', { name: /대표 색/ });
    fireEvent.input(color, { target: { value: '#ffee00' } });
    fireEvent.click(screen.getByRole('button', { name: '사이트 정보 저장' }));
    expect(await screen.findByText(/더 진한 색을 골라 주세요/)).toBeDefined();
    expect(calls.some((one) => one.startsWith('PUT'))).toBe(false);
    fireEvent.input(color, { target: { value: '7A1F3D' } });
    fireEvent.click(screen.getByRole('button', { name: '사이트 정보 저장' }));
    await screen.findByDisplayValue('#7a1f3d');
    const body = calls.find((one) => one.startsWith('PUT'))?.replace(/^\S+ \S+ /, '');
    expect(JSON.parse(body ?? '')).toEqual({ ...IDENTITY, siteName: '누리터', color: '#7a1f3d' });
  });
});
