import { ERRORS } from '@naru/contract/errors';
import type { PostDetail } from '@naru/contract/posts';
import { TEXTS } from '@naru/contract/texts';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { saveDraft } from '../../../lib/draft.ts';
import { fakeApi, renderWithClient } from '../../../testing/fake-api.tsx';
import { logInForTest } from '../../../testing/fake-session.ts';
import { stubPut } from '../../../testing/fake-upload.ts';
import {
  heicPhoto,
  stubDecodable,
  stubObjectUrls,
  stubUndecodable,
} from '../../../testing/heic.ts';
import { lectureTagFixture } from '../../../testing/lectures.ts';
import { AskHost } from '../../../ui/ask-host.tsx';
import { Toaster } from '../../../ui/toaster.tsx';
import { TradeStatusControl } from '../market-detail.tsx';
import { ItemDialog } from './item-dialog.tsx';
import { RegisterButton } from './register-button.tsx';

const CREATE = 'POST /api/post/post-up';
const { IMAGE_NOT_READY } = ERRORS;
const GONE = {
  status: IMAGE_NOT_READY.status,
  body: { error: 'IMAGE_NOT_READY', message: IMAGE_NOT_READY.message },
};

const item = (part: Partial<PostDetail> = {}): PostDetail => ({
  id: 5,
  title: '선형대수학',
  boardType: 'MARKET',
  writerId: 1,
  writerNickname: '해솔',
  createdDate: '2026-11-20T14:00:00+09:00',
  viewCount: 0,
  likeCount: 0,
  commentCount: 0,
  thumbNailUrl: null,
  imageUrls: null,
  pictures: [],
  image_urls: null,
  attachments: [],
  price: 12_000,
  tradeStatus: 'ON_SALE',
  pinned: false,
  answered: false,
  hasFiles: false,
  content: '<p>깨끗합니다.</p>',
  targetUrl: null,
  updatedDate: null,
  isLike: false,
  isScrapped: false,
  isAuthor: true,
  writerProfileThumbnails: null,
  writerRoles: ['STUDENT'],
  acceptedCommentId: null,
  pinnedUntil: null,
  ...part,
});

function show(post?: PostDetail) {
  const onClose = vi.fn();
  renderWithClient(
    <>
      <ItemDialog post={post} onClose={onClose} />
      <AskHost />
      <Toaster />
    </>,
  );
  return onClose;
}

const field = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name });
function fill(name: string, value: string) {
  fireEvent.input(field(name), { target: { value } });
}
const fillAll = () => {
  fill('물품 이름', '선형대수학');
  fill('가격(원)', '12,000');
  fill('설명', '깨끗합니다.');
};
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

describe('ItemDialog', () => {
  it('begins with the name of a new item, but not over what was typed before [MARKET-92]', async () => {
    logInForTest(7);
    fakeApi({});
    show();
    await waitFor(() => expect(document.activeElement).toBe(field('물품 이름')));
    cleanup();
    show(item());
    expect(document.activeElement).not.toBe(field('물품 이름'));
    cleanup();
    saveDraft(
      { memberId: 7, boardType: 'item', postId: null },
      { title: '선형대수학', price: '', description: '', pictures: [] },
    );
    show();
    expect(field('물품 이름').value).toBe('선형대수학');
    expect(document.activeElement).not.toBe(field('물품 이름'));
  });

  it('shows an error under each missing field and sends nothing [MARKET-01]', async () => {
    const calls = fakeApi({});
    show();
    press('등록');
    const errors = await screen.findAllByText('모든 항목을 입력해 주세요.');
    const fields = ['물품 이름', '가격(원)', '설명'].map(field);
    expect(errors).toHaveLength(3);
    for (const [at, input] of fields.entries()) {
      expect(input.getAttribute('aria-invalid')).toBe('true');
      expect(input.getAttribute('aria-describedby')?.split(' ')).toContain(
        errors[at]?.closest('p')?.id,
      );
    }
    expect(document.activeElement).toBe(fields[0]);
    fillAll();
    await waitFor(() => expect(screen.queryByText('모든 항목을 입력해 주세요.')).toBeNull());
    expect(calls).toEqual([]);
  });

  it('registers once when pressed again while sending', async () => {
    let answer = () => {};
    const calls = fakeApi({
      [CREATE]: () =>
        new Promise((resolve) => {
          answer = () => resolve({ status: 201, body: { id: 5, message: '' } });
        }),
    });
    const onClose = show();
    fillAll();
    press('등록');
    fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: /등록/ }));
    await waitFor(() => expect(calls).toHaveLength(1));
    expect(onClose).not.toHaveBeenCalled();
    answer();
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
    expect(calls).toHaveLength(1);
    expect(JSON.parse(calls[0]?.slice(CREATE.length) ?? '')).toEqual({
      boardType: 'MARKET',
      title: '선형대수학',
      content: '<p>깨끗합니다.</p>',
      price: 12_000,
      imageUrls: null,
      pictures: [],
      tradeStatus: 'ON_SALE',
      clientId: expect.stringMatching(/^[0-9a-f]{32}$/),
    });
    expect(await screen.findByText('물품이 등록되었습니다.')).toBeDefined();
  });

  it.each([
    [{ status: 500, body: { error: 'INTERNAL', message: '서버 오류' } }, /등록하지 못했습니다/],
    [{ status: 403, body: { error: 'MARKET_DENIED', message: '학생 이상만' } }, /학생 이상만/],
  ])('says why it failed and keeps what was typed [MARKET-01]', async (answer, sentence) => {
    fakeApi({ [CREATE]: answer });
    const onClose = show();
    fillAll();
    press('등록');
    expect((await screen.findByRole('alert')).textContent).toMatch(sentence);
    expect(onClose).not.toHaveBeenCalled();
    expect(field('물품 이름').value).toBe('선형대수학');
    await waitFor(() =>
      expect(screen.getByRole('button', { name: '등록' })).toHaveProperty('disabled', false),
    );
  });

  it.each([
    ['image/heic', 'IMG_0001.HEIC'],
    ['', 'IMG_0001.heic'],
  ])(
    'takes a HEIC photo of type "%s" where the browser decodes it [MEMB-07]',
    async (type, name) => {
      stubDecodable(40, 30);
      stubObjectUrls();
      show();
      const input = screen.getByLabelText('사진 파일');
      fireEvent.change(input, { target: { files: [heicPhoto(name, type)] } });
      const preview = await screen.findByRole('img', { name: '고른 사진 1' });
      expect(preview.getAttribute('src')).toBe('blob:1');
    },
  );

  it('says which format to choose where the browser cannot decode HEIC [MEMB-07]', async () => {
    stubUndecodable();
    show();
    const input = screen.getByLabelText('사진 파일');
    fireEvent.change(input, { target: { files: [heicPhoto()] } });
    expect(await screen.findByText(TEXTS.imageHeic)).toBeDefined();
    expect(screen.queryByRole('img', { name: /고른 사진/ })).toBeNull();
  });

  it('orders pictures by buttons, stops at eight, and sends the order [MARKET-02]', async () => {
    stubObjectUrls();
    const urls = Array.from({ length: 8 }, (_, n) => `/files/${String(n).repeat(24)}.webp`);
    const calls = fakeApi({
      'PUT /api/post/post-up/5': { body: { id: 5, message: '' } },
    });
    show(item({ imageUrls: urls[0] ?? null, pictures: urls.slice(1) }));
    expect(screen.queryByText(/사진 더 고르기/)).toBeNull();
    expect(screen.getByRole('button', { name: '사진 1 앞으로' })).toHaveProperty('disabled', true);
    expect(screen.getByRole('button', { name: '사진 8 뒤로' })).toHaveProperty('disabled', true);
    press('사진 3 앞으로');
    press('사진 1 뒤로');
    press('사진 8 빼기');
    expect(screen.getByText('사진 더 고르기 (1장 더)')).toBeDefined();
    press('수정');
    await waitFor(() => expect(calls).toHaveLength(1));
    const body = JSON.parse(calls[0]?.slice('PUT /api/post/post-up/5'.length) ?? '');
    const order = [2, 0, 1, 3, 4, 5, 6];
    expect([body.imageUrls, ...body.pictures]).toEqual(order.map((n) => urls[n]));
  });

  it('is the same item, with its pictures, when it is sent again after a reload [REL-18]', async () => {
    logInForTest(7);
    stubDecodable(40, 30);
    stubObjectUrls();
    stubPut(200);
    const fileUrl = `/files/${'a'.repeat(24)}.webp`;
    let answer: object = { status: 400, body: { error: 'VALIDATION_FAILED', message: '다시' } };
    const calls = fakeApi({
      'GET /api/aws/S3/presign': { body: { uploadUrl: '/files/upload/x', fileUrl } },
      [CREATE]: () => answer as { body: unknown },
    });
    show();
    const photo = new File(['a'], 'a.png', { type: 'image/png' });
    fireEvent.change(screen.getByLabelText('사진 파일'), { target: { files: [photo] } });
    await screen.findByRole('img', { name: '고른 사진 1' });
    fillAll();
    press('등록');
    await screen.findByRole('alert');
    window.dispatchEvent(new Event('pagehide'));
    cleanup();
    const onClose = show();
    expect(field('물품 이름').value).toBe('선형대수학');
    answer = { status: 201, body: { id: 5, message: '' } };
    press('등록');
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
    const sent = calls.filter((call) => call.startsWith(CREATE));
    expect(sent).toHaveLength(2);
    expect(sent[0]).toContain(fileUrl);
    expect(sent[1]).toBe(sent[0]);
    cleanup();
    show();
    expect(field('물품 이름').value).toBe('');
  });

  it('keeps its lecture over a reload, and is the same item then [REL-18]', async () => {
    logInForTest(7);
    const typed = { title: '선형대수학', price: '12000', description: '깨끗합니다.', pictures: [] };
    const lecture = JSON.stringify(lectureTagFixture(3, '선형대수학'));
    saveDraft({ memberId: 7, boardType: 'item', postId: null }, { ...typed, lecture });
    const calls = fakeApi({ [CREATE]: GONE });
    for (let tries = 1; tries <= 2; tries += 1) {
      show();
      press('등록');
      await waitFor(() => expect(calls).toHaveLength(tries));
      await screen.findByRole('alert');
      cleanup();
    }
    expect(calls[0]).toContain('"lectureTagId":3');
    expect(calls[1]).toBe(calls[0]);
  });

  it('says which pictures of a draft are gone, and loses nothing else [UPLOAD-48]', async () => {
    logInForTest(7);
    const gone = `/files/${'a'.repeat(24)}.webp`;
    saveDraft(
      { memberId: 7, boardType: 'item', postId: null },
      { title: '선형대수학', price: '12000', description: '깨끗합니다.', pictures: [gone] },
    );
    let answer: object = GONE;
    const calls = fakeApi({ [CREATE]: () => answer as { body: unknown } });
    const onClose = show();
    press('등록');
    expect((await screen.findByRole('alert')).textContent).toMatch(/사용할 수 없는 사진/);
    press('사진 1 빼기');
    answer = { status: 201, body: { id: 5, message: '' } };
    press('등록');
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
    expect(calls[1]).toContain('"title":"선형대수학"');
    expect(calls[1]).toContain('"imageUrls":null,"pictures":[]');
  });

  it('uploads a picture again that the server has deleted since [UPLOAD-48]', async () => {
    stubDecodable(40, 30);
    stubObjectUrls();
    stubPut(200);
    let uploads = 0;
    let answer: object = GONE;
    const calls = fakeApi({
      'GET /api/aws/S3/presign': () => {
        uploads += 1;
        return { body: { uploadUrl: '/files/upload/x', fileUrl: `/files/${uploads}.webp` } };
      },
      [CREATE]: () => answer as { body: unknown },
    });
    const onClose = show();
    const photo = new File(['a'], 'a.png', { type: 'image/png' });
    fireEvent.change(screen.getByLabelText('사진 파일'), { target: { files: [photo] } });
    await screen.findByRole('img', { name: '고른 사진 1' });
    fillAll();
    press('등록');
    await screen.findByRole('alert');
    answer = { status: 201, body: { id: 5, message: '' } };
    press('등록');
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
    expect(calls.at(-1)).toContain('"imageUrls":"/files/2.webp"');
  });

  it('asks before input is discarded', async () => {
    const onClose = show();
    press('취소');
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
    fill('설명', '반쯤 쓴 글');
    press('닫기');
    expect(
      await screen.findByRole('alertdialog', { name: '입력한 내용을 버릴까요?' }),
    ).toBeDefined();
    press('계속 쓰기');
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(onClose).toHaveBeenCalledOnce();
  });

  it.each([
    ['hidden', () => window.dispatchEvent(new Event('pagehide'))],
    ['left at once', cleanup],
  ])(
    'keeps the edits of an item whose page is %s, until they are given up [REL-170]',
    async (_how, leave) => {
      logInForTest(7);
      const typed = '조금 낡았습니다.\n\n직거래만 합니다.';
      show(item());
      fill('설명', typed);
      leave();
      expect(localStorage.getItem('naru.draft.7.item-5.new')).not.toBeNull();
      cleanup();
      const onClose = show(item());
      expect(field('설명').value).toBe(typed);
      await screen.findByText('작성 중이던 내용을 불러왔습니다.');
      press('취소');
      const ask = within(await screen.findByRole('alertdialog'));
      fireEvent.click(ask.getByRole('button', { name: '버리기' }));
      await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
      cleanup();
      show(item());
      expect(field('설명').value).toBe('깨끗합니다.');
    },
  );

  it('edits an item and its state [MARKET-06]', () => {
    show(item({ tradeStatus: 'RESERVED' }));
    expect(field('가격(원)').value).toBe('12000');
    expect(field('설명').value).toBe('깨끗합니다.');
    expect(screen.getByRole('radio', { name: '예약 중' })).toHaveProperty('checked', true);
  });
});

describe('RegisterButton', () => {
  it('explains to a member below STUDENT why it is locked [MARKET-10]', async () => {
    fakeApi({ 'GET /api/member/me': { body: { meDto: { id: 1, roles: ['USER'] } } } });
    renderWithClient(
      <>
        <RegisterButton />
        <AskHost />
      </>,
      [['me', { id: 1, roles: ['USER'] }]],
    );
    press('물품 등록');
    expect(
      await screen.findByText(/^학생 인증을 받으면 물품을 등록할 수 있습니다\./),
    ).toBeDefined();
  });
});

describe('TradeStatusControl', () => {
  it('updates the state optimistically and rolls back on refusal [MARKET-06]', async () => {
    let refuse = () => {};
    fakeApi({
      'PUT /api/post/post-up/5': () =>
        new Promise((resolve) => {
          refuse = () => resolve({ status: 500, body: { error: 'INTERNAL', message: '오류' } });
        }),
    });
    renderWithClient(
      <>
        <TradeStatusControl post={item()} />
        <Toaster />
      </>,
    );
    const state = (name: string) => screen.getByRole<HTMLInputElement>('radio', { name });
    fireEvent.click(state('판매 완료'));
    await waitFor(() => expect(state('판매 완료').checked).toBe(true));
    refuse();
    expect(
      await screen.findByText('거래 상태를 저장하지 못했습니다. 다시 시도해 주세요.'),
    ).toBeDefined();
    await waitFor(() => expect(state('판매 중').checked).toBe(true));
  });
});
