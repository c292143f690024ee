import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { fakeApi } from '../../testing/fake-api.tsx';
import { renderPage } from '../../testing/fake-page.tsx';
import { DigestPage } from './digest-page.tsx';
import { TermsPage } from './document-page.tsx';

const PAGE = {
  document: 'terms',
  version: '2026-12-01',
  note: '책방 규칙을 더했습니다.',
  asksConsent: true,
  change: null,
  effectiveOn: '2026-12-01',
  upcoming: null as null | object,
  revision: 'r1',
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
    await renderPage(TermsPage, { at: '/' });
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

  it('leads from a version that was withdrawn to the current text [PRIV-194]', async () => {
    const gone = { status: 404, body: { error: 'NOT_FOUND', message: '없습니다.' } };
    fakeApi({
      'GET /api/documents/terms': ({ query }) => (query.has('version') ? gone : { body: PAGE }),
    });
    await renderPage(TermsPage, { at: '/?version=2026-12-10' });
    fireEvent.click(await screen.findByRole('link', { name: '지금 이용약관 보기' }));
    expect(await screen.findByRole('heading', { name: '제1조 (목적)' })).toBeDefined();
    expect(screen.queryByText('이 내용은 더 볼 수 없습니다.')).toBeNull();
  });

  it('shows what is announced, from when, and what it changes [PRIV-194]', async () => {
    const upcoming = {
      ...{ version: '2026-12-10', effectiveOn: '2026-12-10', note: '이용 제한', asksConsent: true },
    };
    const page = { ...PAGE, upcoming };
    const next = {
      ...page,
      ...upcoming,
      content: '소개 문장\n## 목적\n새 본문\n- 하나\n- 둘\n1. 첫째',
    };
    fakeApi({
      'GET /api/documents/terms': ({ query }) => ({ body: query.has('version') ? next : page }),
    });
    const router = await renderPage(TermsPage, { at: '/' });
    const notice = within(await screen.findByRole('region', { name: '바뀔 내용' }));
    expect(notice.getByText('2026-12-10부터 바뀝니다.')).toBeDefined();
    expect(notice.getByText('이용 제한')).toBeDefined();
    expect(notice.getByText(/새 내용에 동의해야/)).toBeDefined();
    fireEvent.click(notice.getByRole('radio', { name: '달라진 점' }));
    const added = await screen.findByRole('list', { name: '새 내용' });
    expect(added.textContent).toContain('새 본문');
    expect(screen.getByRole('list', { name: '빠지는 내용' }).textContent).toBe('−본문');
    fireEvent.click(screen.getByRole('radio', { name: '새 내용' }));
    expect(await screen.findByText(/아직 시행하지 않은 내용입니다/)).toBeDefined();
    expect(await screen.findByText('새 본문')).toBeDefined();
    expect(router.state.location.search).toEqual({ version: '2026-12-10' });
  });
});

const CALL = 'POST /api/digest/stop/abc.123';

it('stops the digest by a button, not by being opened [DIGEST-05]', async () => {
  const calls = fakeApi({
    [CALL]: { body: { message: '소식 이메일을 더 이상 보내지 않습니다.' } },
  });
  await renderPage(DigestPage, { at: '/#abc.123' });
  expect(calls).toEqual([]);
  fireEvent.click(screen.getByRole('button', { name: '소식 이메일 끄기' }));
  expect(await screen.findByText('소식 이메일을 더 이상 보내지 않습니다.')).toBeDefined();
  expect(calls).toEqual([CALL]);
});

it('says why a link does not work [DIGEST-05]', async () => {
  const body = { error: 'DIGEST_LINK_INVALID', message: '주소가 올바르지 않습니다.' };
  fakeApi({ [CALL]: { status: 403, body } });
  await renderPage(DigestPage, { at: '/#abc.123' });
  fireEvent.click(screen.getByRole('button', { name: '소식 이메일 끄기' }));
  expect(await screen.findByText('주소가 올바르지 않습니다.')).toBeDefined();
});

it('asks for the whole address without a token [DIGEST-05]', async () => {
  await renderPage(DigestPage, { at: '/' });
  expect(screen.getByText('이메일의 주소를 빠짐없이 열어 주세요.')).toBeDefined();
});
