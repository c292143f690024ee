import { fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { fakeApi, renderWithClient } from '../../testing/fake-api.tsx';
import { TermsPage } from './document-page.tsx';

const PAGE = {
  document: 'terms',
  version: '2026-12-01',
  note: '책방 규칙을 더했습니다.',
  asksConsent: true,
  publishedAt: '2026-12-01T09:00:00+09:00',
  content: '소개 문장\n## 목적\n본문\n- 하나\n- 둘\n1. 첫째',
  history: [
    {
      version: '2026-12-01',
      note: '책방 규칙을 더했습니다.',
      asksConsent: true,
      publishedAt: null,
    },
    { version: '2026-11-01', note: '', asksConsent: false, publishedAt: null },
  ],
};

describe('TermsPage', () => {
  it('shows numbered sections, lists and the history [PRIV-19]', async () => {
    const calls = fakeApi({ 'GET /api/documents/terms': { body: PAGE } });
    renderWithClient(<TermsPage />);
    expect(await screen.findByRole('heading', { name: '제1조 (목적)' })).toBeDefined();
    expect(screen.getAllByRole('listitem').map((one) => one.textContent)).toEqual([
      '하나',
      '둘',
      '첫째',
      '2026-12-01 책방 규칙을 더했습니다.',
    ]);
    fireEvent.change(screen.getByLabelText('지난 내용 보기'), { target: { value: '2026-11-01' } });
    await waitFor(() => expect(calls.filter((one) => one.includes('documents'))).toHaveLength(2));
  });
});
