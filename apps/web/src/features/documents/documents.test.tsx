import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { koreanDayAfter } from '../../lib/format/dates.ts';
import { fakeApi, renderWithClient } from '../../testing/fake-api.tsx';
import { logInForTest } from '../../testing/fake-session.ts';
import { renderRouted } from '../../testing/routed.tsx';
import { ConsentGate } from './consent-gate.tsx';
import { DocumentEditor } from './document-editor.tsx';

const PAGE = {
  document: 'terms',
  version: '2026-12-01',
  note: '책방 규칙을 더했습니다.',
  asksConsent: true,
  publishedAt: '2026-12-01T09:00:00+09:00',
  content: '소개 문장\n## 목적\n본문\n- 하나\n- 둘\n1. 첫째',
  change: null,
  effectiveOn: '2026-12-01',
  upcoming: null as null | object,
  revision: 'r1',
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

let calls: string[];
let stored: typeof PAGE;
let reads: { status?: number; body: unknown } | null;
let publish: { status?: number; body: unknown };
beforeEach(() => {
  stored = PAGE;
  publish = { body: PAGE };
  reads = null;
  calls = fakeApi({
    'GET /api/documents/terms': () => reads ?? { body: stored },
    'GET /api/documents/privacy': { body: { ...PAGE, document: 'privacy' } },
    'POST /api/admin/documents/terms': () => publish,
    'DELETE /api/admin/documents/terms/upcoming': () => {
      stored = { ...stored, upcoming: null, revision: 'r3' };
      return { body: stored };
    },
    'GET /api/member/consents': {
      body: { pending: [{ document: 'terms', version: '2026-12-01', note: PAGE.note }] },
    },
    'POST /api/member/consents': { body: { pending: [] } },
  });
});
const sent = (method: string) => {
  const call = calls.find((one) => one.startsWith(method) && one.includes('{'));
  return call === undefined ? null : JSON.parse(call.slice(call.indexOf('{')));
};

describe('ConsentGate', () => {
  it('asks for consent to the new version and closes afterwards', async () => {
    renderWithClient(<ConsentGate />);
    const dialog = await screen.findByRole('dialog', { name: '새 약관에 동의해 주세요' });
    expect(dialog.textContent).toContain('책방 규칙을 더했습니다.');
    fireEvent.keyDown(dialog, { key: 'Escape' });
    expect(screen.queryByRole('dialog')).not.toBeNull();
    fireEvent.click(screen.getByRole('button', { name: '모두 동의합니다' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(sent('POST')).toEqual({ terms: '2026-12-01' });
  });
});

describe('DocumentEditor', () => {
  const save = (name = '공지하고 저장') => fireEvent.click(screen.getByRole('button', { name }));
  const confirm = async (name = '공지하고 저장') => {
    const ask = within(await screen.findByRole('alertdialog'));
    fireEvent.click(ask.getByRole('button', { name }));
  };
  const type = (name: RegExp, value: string) =>
    fireEvent.input(screen.getByRole('textbox', { name }), { target: { value } });
  const choose = (value: string) =>
    fireEvent.change(screen.getByRole('combobox', { name: /변경의 종류/ }), { target: { value } });
  const terms = () => within(screen.getByRole('form', { name: '이용약관' }));
  const day = () => terms().getByLabelText<HTMLInputElement>(/^시행일(?!에)/);

  it('announces a change seven days ahead, which asks for consent [PRIV-192]', async () => {
    await renderRouted(<DocumentEditor start="terms" />);
    await screen.findByRole('textbox', { name: /내용/ });
    type(/내용/, '새 약관');
    save();
    expect(await screen.findByText('무엇이 바뀌었는지 입력해 주세요.')).toBeDefined();
    type(/바뀐 점/, '개정');
    expect([day().value, day().min]).toEqual([koreanDayAfter(7), koreanDayAfter(7)]);
    fireEvent.click(screen.getByRole('checkbox', { name: /다시 동의를 받습니다/ }));
    save();
    const ask = await screen.findByRole('alertdialog');
    expect(ask.textContent).toContain('모든 회원이 새 내용에 동의해야');
    expect(sent('POST')).toBeNull();
    const version = koreanDayAfter(7);
    const upcoming = { version, note: '개정', asksConsent: true, change: 'NORMAL' };
    stored = {
      ...PAGE,
      revision: 'r2',
      upcoming: { ...upcoming, effectiveOn: version, publishedAt: PAGE.publishedAt },
    };
    publish = { body: stored };
    await confirm();
    expect(await screen.findByText(`${version}부터 시행할 내용이 있습니다.`)).toBeDefined();
    expect(sent('POST')).toEqual({
      ...{ content: '새 약관', note: '개정', asksConsent: true, change: 'NORMAL' },
      ...{ effectiveOn: version, basedOn: 'r1' },
    });
    fireEvent.click(screen.getByRole('button', { name: '변경 취소' }));
    await confirm('변경 취소');
    await waitFor(() => expect(screen.queryByRole('region', { name: '공지한 변경' })).toBeNull());
  });

  it('gives thirty days to what is worse for members, and none to a typing error [PRIV-192]', async () => {
    await renderRouted(<DocumentEditor start="terms" />);
    await screen.findByRole('textbox', { name: /내용/ });
    choose('ADVERSE');
    expect([day().value, day().min]).toEqual([koreanDayAfter(30), koreanDayAfter(30)]);
    expect(screen.queryByRole('checkbox')).toBeNull();
    choose('MINOR');
    expect(terms().queryByLabelText(/^시행일(?!에)/)).toBeNull();
    type(/내용/, '오탈자를 고친 약관');
    type(/바뀐 점/, '오탈자');
    save('바로 시행');
    await confirm('바로 시행');
    await screen.findByText('이용약관 새 내용을 시행했습니다.');
    expect(sent('POST')).toMatchObject({ change: 'MINOR', effectiveOn: null });
  });

  it('keeps the texts of both documents until they are published [REL-170]', async () => {
    logInForTest(7);
    const contents = () => screen.getAllByRole('textbox', { name: /내용/, hidden: true });
    const open = async () => {
      await renderRouted(<DocumentEditor start="terms" />);
      await waitFor(() => expect(contents()).toHaveLength(2));
      return contents().map((one) => (one as HTMLTextAreaElement).value);
    };
    await open();
    for (const [at, one] of contents().entries()) {
      fireEvent.input(one, { target: { value: `새 내용\n\n${at}` } });
    }
    fireEvent.input(screen.getByRole('textbox', { name: /바뀐 점/ }), {
      target: { value: '개정' },
    });
    window.dispatchEvent(new Event('pagehide'));
    cleanup();
    expect(await open()).toEqual(['새 내용\n\n0', '새 내용\n\n1']);
    stored = { ...PAGE, version: '2026-12-02', content: '새 내용\n\n0', revision: 'r2' };
    publish = { body: stored };
    save();
    await confirm();
    await screen.findByText('지금 내용: 2026-12-02');
    expect(screen.getByRole('textbox', { name: /바뀐 점/ })).toHaveProperty('value', '');
    expect(Object.keys(localStorage).join()).not.toContain('document-terms');
    cleanup();
    expect(await open()).toEqual(['새 내용\n\n0', '새 내용\n\n1']);
  });

  it('says that it is stored when only reading it again fails [PRIV-192]', async () => {
    await renderRouted(<DocumentEditor start="terms" />);
    const content = await screen.findByRole('textbox', { name: /내용/ });
    fireEvent.input(content, { target: { value: '새 약관' } });
    type(/바뀐 점/, '개정');
    save();
    const version = koreanDayAfter(7);
    const upcoming = { version, note: '개정', asksConsent: false, change: 'NORMAL' };
    publish = {
      body: {
        ...{ ...PAGE, revision: 'r2' },
        upcoming: { ...upcoming, effectiveOn: version, publishedAt: PAGE.publishedAt },
      },
    };
    reads = { status: 503, body: { error: 'INTERNAL_ERROR', message: '잠시 후 다시' } };
    await confirm();
    expect(await screen.findByText(`${version}부터 시행할 내용이 있습니다.`)).toBeDefined();
    expect(screen.queryByText('저장하지 못했습니다.')).toBeNull();
    expect(screen.getByRole('textbox', { name: /내용/ })).toHaveProperty('value', '새 약관');
  });

  it('keeps a text being written while the other document is open [UI-181]', async () => {
    await renderRouted(<DocumentEditor start="terms" />);
    const content = await screen.findByRole('textbox', { name: /내용/ });
    fireEvent.input(content, { target: { value: '새 약관' } });
    fireEvent.click(screen.getByRole('radio', { name: '개인정보 처리방침' }));
    await screen.findByText(/제목이 필요합니다/);
    expect(screen.getByRole('textbox', { name: /내용/ })).toHaveProperty('value', PAGE.content);
    fireEvent.click(screen.getByRole('radio', { name: '이용약관' }));
    expect(screen.getByRole('textbox', { name: /내용/ })).toHaveProperty('value', '새 약관');
  });

  it('names the headings that a privacy policy lacks', async () => {
    await renderRouted(<DocumentEditor start="terms" />);
    fireEvent.click(await screen.findByRole('radio', { name: '개인정보 처리방침' }));
    expect((await screen.findByText(/제목이 필요합니다/)).textContent).toContain(
      '보호책임자, 구제',
    );
  });

  it('compares also the note, the day, the kind and the consent that another announced [UI-222]', async () => {
    const message = '다른 사람이 먼저 저장했습니다. 새로 고쳐서 최신 내용을 확인해 주세요.';
    publish = { status: 409, body: { error: 'EDIT_CONFLICT', message } };
    await renderRouted(<DocumentEditor start="terms" />);
    await screen.findByRole('textbox', { name: /내용/ });
    type(/바뀐 점/, '내 개정');
    fireEvent.click(screen.getByRole('checkbox', { name: /다시 동의를 받습니다/ }));
    const day = koreanDayAfter(40);
    const upcoming = { version: day, effectiveOn: day, note: '그들의 개정', change: 'ADVERSE' };
    stored = { ...PAGE, revision: 'r9', upcoming: { ...upcoming, asksConsent: false } };
    save();
    await confirm();
    const panel = within(await screen.findByRole('alert'));
    const pairs = ['바뀐 점', '변경의 종류', '시행일', '다시 동의'].map(
      (name) => panel.getByRole('region', { name: `${name} 비교` }).textContent,
    );
    for (const [at, text] of ['그들의 개정', '불리한 변경', day, '받지 않음'].entries()) {
      expect(pairs[at]).toContain(text);
    }
    type(/바뀐 점/, '그들의 개정');
    await waitFor(() => expect(panel.queryByRole('region', { name: '바뀐 점 비교' })).toBeNull());
  });

  it('shows what somebody else published first, and publishes on top of it or takes it [UI-222]', async () => {
    const message = '다른 사람이 먼저 저장했습니다. 새로 고쳐서 최신 내용을 확인해 주세요.';
    publish = { status: 409, body: { error: 'EDIT_CONFLICT', message } };
    await renderRouted(<DocumentEditor start="terms" />);
    const content = await screen.findByRole('textbox', { name: /내용/ });
    fireEvent.input(content, { target: { value: '내 약관' } });
    stored = { ...PAGE, version: '2026-12-03', content: '그들의 약관', revision: 'r9' };
    fireEvent.input(screen.getByRole('textbox', { name: /바뀐 점/ }), {
      target: { value: '개정' },
    });
    save();
    await confirm();
    const panel = within(await screen.findByRole('alert'));
    expect(panel.getByText('다른 사람이 먼저 저장했습니다.')).toBeDefined();
    const compared = panel.getByRole('region', { name: '소개 비교' }).textContent;
    expect(compared).toContain('그들의 약관');
    expect(compared).toContain('내 약관');
    expect((content as HTMLTextAreaElement).value).toBe('내 약관');
    calls.length = 0;
    fireEvent.click(panel.getByRole('button', { name: '내 내용으로 저장' }));
    await confirm();
    await waitFor(() => expect(sent('POST')).toMatchObject({ content: '내 약관', basedOn: 'r9' }));
    fireEvent.click(await screen.findByRole('button', { name: '저장된 내용으로 바꾸기' }));
    const ask = within(await screen.findByRole('alertdialog'));
    fireEvent.click(ask.getByRole('button', { name: '저장된 내용으로 바꾸기' }));
    await screen.findByText('지금 내용: 2026-12-03');
    expect(screen.getByRole('textbox', { name: /내용/ })).toHaveProperty('value', '그들의 약관');
  });
});
