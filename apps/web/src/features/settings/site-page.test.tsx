import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { fakeApi } from '../../testing/fake-api.tsx';
import { renderRouted } from '../../testing/routed.tsx';
import { ColorPreview } from './color-preview.tsx';
import { SitePage } from './site-page.tsx';

const IDENTITY = {
  siteName: '나루',
  shortName: '',
  universityName: '',
  departmentName: '우리 학과',
  officeName: '학과사무실',
  color: '',
  logoUrl: '',
};
const CONFLICT = {
  error: 'EDIT_CONFLICT',
  message: '다른 사람이 먼저 저장했습니다.',
  requestId: 'x',
};
const NAME = { name: /사이트 이름/ };
const save = () => fireEvent.click(screen.getByRole('button', { name: '저장' }));
const sent = () => calls.filter((one) => one.startsWith('PUT')).at(-1) ?? '';
const bodyOf = (call: string) => JSON.parse(call.replace(/^\S+ \S+ /, ''));

let calls: string[];
beforeEach(() => {
  calls = fakeApi({
    'GET /api/admin/identity': { body: { ...IDENTITY, version: 'v1' } },
    'PUT /api/admin/identity': {
      body: { ...IDENTITY, siteName: '누리터', color: '#7a1f3d', version: 'v2' },
    },
  });
});

describe('SitePage', () => {
  it('refuses a bright colour and saves a dark one with the new name', async () => {
    await renderRouted(<SitePage />);
    fireEvent.input(await screen.findByRole('textbox', { name: /사이트 이름/ }), {
      target: { value: '누리터' },
    });
    const color = screen.getByRole('textbox', { name: /대표 색/ });
    fireEvent.input(color, { target: { value: '#ffee00' } });
    save();
    expect(await screen.findByText(/더 진한 색을 골라 주세요/)).toBeDefined();
    expect(calls.some((one) => one.startsWith('PUT'))).toBe(false);
    fireEvent.input(color, { target: { value: '7A1F3D' } });
    save();
    await screen.findByDisplayValue('#7a1f3d');
    expect(bodyOf(sent())).toEqual({ ...IDENTITY, siteName: '누리터', color: '#7a1f3d' });
  });

  it('shows both versions when another ADMIN saved first, and merges what only they changed [ADMIN-74]', async () => {
    await renderRouted(<SitePage />);
    fireEvent.input(await screen.findByRole('textbox', NAME), { target: { value: '내 이름' } });
    const theirs = { ...IDENTITY, siteName: '그 이름', officeName: '행정실' };
    calls = fakeApi({
      'GET /api/admin/identity': { body: { ...theirs, version: 'v9' } },
      'PUT /api/admin/identity': ({ query }) =>
        query.get('version') === 'v9'
          ? { body: { ...theirs, siteName: '내 이름', version: 'v10' } }
          : { status: 409, body: CONFLICT },
    });
    save();
    const panel = within(await screen.findByRole('alert'));
    const compared = panel.getByRole('region', { name: '사이트 이름 비교' }).textContent;
    expect(compared).toContain('그 이름');
    expect(compared).toContain('내 이름');
    expect(panel.queryByRole('region', { name: '담당 부서 비교' })).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: '내 내용으로 저장' }));
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
    expect(bodyOf(sent())).toEqual({ ...theirs, siteName: '내 이름' });
  });
});

const tokens = readFileSync(join(import.meta.dirname, '../../ui/tokens.css'), 'utf8');
const styleOf = () => screen.getByText('밝은 화면').closest('[aria-hidden]')?.getAttribute('style');

it('shows the colours of both themes as they are, whatever the theme of the page [UI-27]', () => {
  const { rerender } = render(<ColorPreview hex={null} />);
  const shown =
    styleOf()
      ?.split('; ')
      .map((one) => one.replace(/;$/, '')) ?? [];
  expect(shown).toHaveLength(4);
  for (const one of shown) expect(tokens).toContain(`  ${one};`);
  expect(screen.getByText('밝은 화면').parentElement?.style.colorScheme).toBe('light');
  expect(screen.getByText('어두운 화면').parentElement?.style.colorScheme).toBe('dark');
  rerender(<ColorPreview hex="#7a1f3d" />);
  expect(styleOf()).toContain('--color-sea: light-dark(#7a1f3d, ');
  rerender(<ColorPreview hex="#ffee00" />);
  expect(styleOf()).toContain('--color-sea: light-dark(#0b5bd3, ');
});
