import { fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { fakeApi, renderWithClient } from '../../testing/fake-api.tsx';
import { QuickLinks } from './quick-links.tsx';

const CONFIG = 'GET /api/config';
const links = (count: number) =>
  ['학교', '학사', '이러닝', '도서관'].slice(0, count).map((label) => ({
    label,
    url: `https://${encodeURIComponent(label)}.example/`,
  }));

describe('QuickLinks', () => {
  it('shows a skeleton, then the configured sites, which open in a new tab', async () => {
    fakeApi({ [CONFIG]: { body: { color: '', quickLinks: links(4) } } });
    renderWithClient(<QuickLinks />);
    expect(screen.getByRole('status', { name: '바로 가기를 불러오는 중입니다.' })).toBeDefined();
    const shown = await screen.findAllByRole('link');
    expect(shown).toHaveLength(4);
    for (const link of shown) {
      expect(link.getAttribute('rel')).toBe('noopener noreferrer');
      expect(link.textContent).toContain('새 탭에서 열기');
    }
  });

  it('shows that loading failed and retries [LIST-16]', async () => {
    let works = false;
    fakeApi({
      [CONFIG]: () =>
        works
          ? { body: { color: '', quickLinks: links(1) } }
          : { status: 403, body: { error: 'FORBIDDEN', message: '거부' } },
    });
    renderWithClient(<QuickLinks />);
    expect((await screen.findByRole('alert')).textContent).toContain(
      '바로 가기를 불러오지 못했습니다.',
    );
    works = true;
    fireEvent.click(screen.getByRole('button', { name: '다시 시도' }));
    expect(await screen.findByRole('link')).toBeDefined();
  });

  it('leaves no gap when none is configured', async () => {
    fakeApi({ [CONFIG]: { body: { color: '', quickLinks: [] } } });
    renderWithClient(<QuickLinks />);
    await waitFor(() => expect(screen.queryByRole('status')).toBeNull());
    expect(document.body.textContent).toBe('');
  });
});
