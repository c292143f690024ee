import type { Banner } from '@naru/contract/banners';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeApi } from '../../../testing/fake-api.tsx';
import { renderRouted } from '../../../testing/routed.tsx';
import { BannerEditor } from './banner-editor.tsx';

const banner = (id: number, title: string, more: Partial<Banner> = {}): Banner => ({
  id,
  title,
  content: '',
  targetUrl: null,
  bannerType: 'NORMAL',
  displayOrder: id,
  videoId: null,
  imageUrl: null,
  startsOn: null,
  endsOn: null,
  captions: null,
  ...more,
});

const OWN_VIDEO = `/files/videos/${'v'.repeat(24)}.mp4`;

let stored: { normalBanners: Banner[]; mediaBanners: Banner[]; version: string };
let calls: string[];
let saveAnswer: () => { status?: number; body: unknown };
beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({
    matches: false,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
  stored = { normalBanners: [banner(1, '하나'), banner(2, '둘')], mediaBanners: [], version: 'v1' };
  saveAnswer = () => ({ body: { message: '배너를 저장했습니다.' } });
  calls = fakeApi({
    'GET /api/banners/all': () => ({ body: stored }),
    'GET /api/banners/video-presign': {
      body: { uploadUrl: '/files/video-upload/x', storeUrl: null, fileUrl: OWN_VIDEO },
    },
    'POST /api/banners': () => saveAnswer(),
    'DELETE /api/banners/1': { body: { message: '배너를 삭제했습니다.' } },
    'DELETE /api/banners/2': {
      status: 404,
      body: {
        error: 'BANNER_NOT_FOUND',
        message: '배너를 찾을 수 없습니다. 목록을 새로 고쳐 주세요.',
        requestId: 'x',
      },
    },
  });
});

const open = async () => {
  await renderRouted(<BannerEditor />);
  await screen.findByRole('region', { name: '행사 배너' });
};
const titles = () =>
  screen.getAllByRole<HTMLInputElement>('textbox', { name: '제목' }).map(({ value }) => value);
const card = (name: string) => within(screen.getByRole('region', { name }));
const type = (field: HTMLElement, value: string) => fireEvent.input(field, { target: { value } });
const save = () => fireEvent.click(screen.getByRole('button', { name: '저장' }));
const sent = () =>
  JSON.parse(calls.findLast((call) => call.startsWith('POST'))?.replace(/^\S+ \S+ /, '') ?? 'null');

describe('BannerEditor', () => {
  it('reorders with arrow keys and buttons and keeps the focus', async () => {
    await open();
    const handle = screen.getByRole('button', { name: /행사 배너 1 옮기기/ });
    handle.focus();
    fireEvent.keyDown(handle, { key: 'ArrowDown' });
    expect(titles()).toEqual(['둘', '하나']);
    expect(document.activeElement?.getAttribute('aria-label')).toContain('행사 배너 2 옮기기');
    fireEvent.keyDown(handle, { key: 'Home' });
    expect(titles()).toEqual(['하나', '둘']);
    fireEvent.click(screen.getByRole('button', { name: '행사 배너 2 앞으로' }));
    expect(titles()).toEqual(['둘', '하나']);
    expect(screen.getByText('행사 배너 2번을 1번째로 옮겼습니다.')).toBeDefined();
    save();
    await screen.findByText('수정한 내용이 없습니다.');
    expect(sent().map(({ id, displayOrder }: Banner) => [id, displayOrder])).toEqual([
      [2, 0],
      [1, 1],
    ]);
  });

  it('adds one for a link that starts it, and focuses its title [BANNER-63, ADMIN-133]', async () => {
    const { router } = await renderRouted(<BannerEditor />, [], '/?start=add');
    await waitFor(() => expect(titles()).toEqual(['하나', '둘', '']));
    const added = within(screen.getByRole('region', { name: '행사 배너 3' }));
    expect(document.activeElement).toBe(added.getByRole('textbox', { name: '제목' }));
    expect(router.state.location.href).toBe('/');
  });

  it('has two columns for more than three banners [BANNER-06]', async () => {
    await open();
    const list = () => screen.getByRole('region', { name: '행사 배너 1' }).closest('.grid.gap-3');
    const add = () => fireEvent.click(screen.getByRole('button', { name: '행사 배너 추가' }));
    add();
    expect(titles()).toHaveLength(3);
    expect(document.querySelector('.lg\\:grid-cols-2')).toBeNull();
    add();
    expect(titles()).toHaveLength(4);
    expect(document.querySelector('.lg\\:grid-cols-2')).not.toBeNull();
    expect(list()).not.toBeNull();
  });

  it('reorders by dragging', async () => {
    await open();
    const cards = ['행사 배너 1', '행사 배너 2'].map((name) =>
      screen.getByRole('region', { name }),
    );
    vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function rect(
      this: Element,
    ) {
      const at = cards.indexOf(this as HTMLElement);
      return at < 0 ? new DOMRect(0, 0, 400, 400) : new DOMRect(0, at * 200, 400, 180);
    });
    const handle = screen.getByRole('button', { name: /행사 배너 1 옮기기/ });
    const pointer = { isPrimary: true, button: 0, clientX: 10 };
    fireEvent.pointerDown(handle, { ...pointer, clientY: 10 });
    fireEvent.pointerMove(document, { ...pointer, clientY: 60 });
    await act(async () => undefined);
    fireEvent.pointerMove(document, { ...pointer, clientY: 210 });
    await screen.findByText('2번째 자리입니다.');
    fireEvent.pointerUp(document, { ...pointer, clientY: 210 });
    await vi.waitFor(() => expect(titles()).toEqual(['둘', '하나']));
    await screen.findByText('행사 배너 1번을 2번째로 옮겼습니다.');
    // A drop swallows clicks for a moment, which would be the ones of the next test.
    const reached = vi.fn();
    document.addEventListener('click', reached);
    await vi.waitFor(() => {
      fireEvent.click(document.body);
      expect(reached).toHaveBeenCalled();
    });
    document.removeEventListener('click', reached);
  });

  it('reports a missing and a wrong video link and sends nothing [BANNER-05]', async () => {
    await open();
    fireEvent.click(screen.getByRole('button', { name: '영상 배너 추가' }));
    const link = card('영상 배너 1').getByRole('textbox', { name: '영상 링크' });
    save();
    expect(await screen.findByText('영상 링크가 없습니다')).toBeDefined();
    expect(document.activeElement).toBe(link);
    type(link, 'https://youtu.be/short');
    save();
    expect(await screen.findByText('잘못된 유튜브 링크')).toBeDefined();
    expect(calls.some((call) => call.startsWith('POST'))).toBe(false);
    type(link, 'https://youtu.be/naruTEST-01');
    expect(screen.queryByText('잘못된 유튜브 링크')).toBeNull();
    save();
    await screen.findByText('수정한 내용이 없습니다.');
    expect(sent().at(-1)).toMatchObject({ bannerType: 'MEDIA', id: null });
  });

  it('marks waiting and finished banners and checks the period [BANNER-58]', async () => {
    stored.normalBanners = [
      banner(1, '하나', { startsOn: '2999-01-01' }),
      banner(2, '둘', { endsOn: '2020-01-01' }),
      banner(3, '셋'),
    ];
    await open();
    expect(card('행사 배너 1').getByText('대기 중')).toBeDefined();
    expect(card('행사 배너 2').getByText('끝남')).toBeDefined();
    expect(card('행사 배너 3').getByText('보이는 중')).toBeDefined();
    fireEvent.click(screen.getByRole('button', { name: '미리 보기' }));
    const dialog = within(await screen.findByRole('dialog', { name: '미리 보기' }));
    expect(dialog.getAllByRole('heading').map((one) => one.textContent)).toContain('셋');
    expect(dialog.queryByRole('heading', { name: '하나' })).toBeNull();
    fireEvent.click(dialog.getByRole('button', { name: '닫기' }));
    await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    fireEvent.change(card('행사 배너 1').getByLabelText('종료일'), {
      target: { value: '2998-12-31' },
    });
    save();
    expect(await screen.findByText('종료일은 시작일보다 빠를 수 없습니다.')).toBeDefined();
    expect(calls.some((call) => call.startsWith('POST'))).toBe(false);
  });

  it('explains a path that leads nowhere and sends one of this site [BANNER-57]', async () => {
    await open();
    const link = card('행사 배너 1').getByRole('textbox', { name: '링크' });
    type(link, '/nowhere');
    save();
    expect(await screen.findByText(/이 사이트에 없는 경로입니다/)).toBeDefined();
    type(link, '/main/community/free');
    save();
    await screen.findByText('수정한 내용이 없습니다.');
    expect(sent()[0]).toMatchObject({ targetUrl: '/main/community/free' });
  });

  it('uploads a video with captions and refuses other files [BANNER-59]', async () => {
    vi.spyOn(XMLHttpRequest.prototype, 'open').mockReturnValue();
    vi.spyOn(XMLHttpRequest.prototype, 'setRequestHeader').mockReturnValue();
    vi.spyOn(XMLHttpRequest.prototype, 'status', 'get').mockReturnValue(200);
    vi.spyOn(XMLHttpRequest.prototype, 'send').mockImplementation(function send(
      this: XMLHttpRequest,
    ) {
      this.onloadend?.(new ProgressEvent('loadend'));
    });
    await open();
    fireEvent.click(screen.getByRole('button', { name: '영상 배너 추가' }));
    const own = card('영상 배너 1');
    const pick = (label: string, file: File) =>
      fireEvent.change(own.getByLabelText(label), { target: { files: [file] } });
    pick('영상 배너 1 영상 파일', new File(['x'], 'a.mov', { type: 'video/quicktime' }));
    expect((await own.findByRole('alert')).textContent).toBe('MP4, WebM 영상만 올릴 수 있습니다.');
    pick('영상 배너 1 영상 파일', new File(['x'], 'a.mp4', { type: 'video/mp4' }));
    const link = own.getByRole<HTMLInputElement>('textbox', { name: '영상 링크' });
    await vi.waitFor(() => expect(link.value).toBe(OWN_VIDEO));
    const captions = 'WEBVTT\n\n00:00.000 --> 00:02.000\n안내\n';
    pick('영상 배너 1 자막 파일', new File([captions], 'a.vtt', { type: 'text/vtt' }));
    expect(await own.findByText('자막 있음')).toBeDefined();
    save();
    await screen.findByText('수정한 내용이 없습니다.');
    expect(sent().at(-1)).toMatchObject({ targetUrl: OWN_VIDEO, captions });
  });

  it('limits event banners to 6 and videos to 3 [BANNER-02]', async () => {
    await open();
    const addEvent = screen.getByRole<HTMLButtonElement>('button', { name: '행사 배너 추가' });
    const addVideo = screen.getByRole<HTMLButtonElement>('button', { name: '영상 배너 추가' });
    for (let n = 0; n < 6; n += 1) fireEvent.click(addEvent);
    for (let n = 0; n < 4; n += 1) fireEvent.click(addVideo);
    expect([addEvent.disabled, addVideo.disabled]).toEqual([true, true]);
    expect(titles()).toHaveLength(9);
    expect(screen.getByText('행사 배너는 6개까지 등록할 수 있습니다.')).toBeDefined();
  });

  it('keeps the draft when saving fails', async () => {
    await open();
    type(card('행사 배너 1').getByRole('textbox', { name: '제목' }), '고친 제목');
    saveAnswer = () => ({
      status: 500,
      body: { error: 'INTERNAL', message: '서버 오류가 발생했습니다.', requestId: 'x' },
    });
    save();
    const alert = within(await screen.findByRole('alert'));
    expect(alert.getByText('배너를 저장하지 못했습니다.')).toBeDefined();
    expect(titles()).toEqual(['고친 제목', '둘']);
    expect(screen.getByText('저장하지 않은 변경이 있습니다.')).toBeDefined();
  });

  it('shows both versions when another editor saved first, and saves the chosen one [BANNER-07]', async () => {
    await open();
    const title = card('행사 배너 1').getByRole<HTMLInputElement>('textbox', { name: '제목' });
    type(title, '내 제목');
    const films = [
      banner(9, '그들의 영상', { bannerType: 'MEDIA', targetUrl: 'https://youtu.be/naruTEST-01' }),
    ];
    const imageUrl = `/files/${'p'.repeat(24)}.webp`;
    const events = [banner(1, '그들의 제목', { imageUrl }), banner(2, '둘')];
    stored = { normalBanners: events, mediaBanners: films, version: 'v2' };
    saveAnswer = () => ({
      status: 409,
      body: {
        error: 'EDIT_CONFLICT',
        message: '다른 사람이 먼저 저장했습니다.',
        requestId: 'x',
      },
    });
    save();
    const panel = within(await screen.findByRole('alert'));
    expect(panel.getByText('다른 사람이 먼저 저장했습니다.')).toBeDefined();
    expect(panel.queryByRole('region', { name: '영상 배너 비교' })).toBeNull();
    const compared = panel.getByRole('region', { name: '행사 배너 비교' }).textContent;
    expect(compared).toContain('그들의 제목');
    expect(compared).toContain('내 제목');
    expect(compared).toContain('올린 사진 (pppppp)');
    expect(compared).not.toContain('/files/');
    expect(title.value).toBe('내 제목');
    saveAnswer = () => ({ body: { message: '배너를 저장했습니다.' } });
    fireEvent.click(screen.getByRole('button', { name: '내 내용으로 저장' }));
    await vi.waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
    expect(sent()[0]).toMatchObject({ id: 1, title: '내 제목' });
    expect(sent()[2]).toMatchObject({ id: 9, title: '그들의 영상' });
  });

  it('deletes a saved banner after a confirmation, also one that no longer exists', async () => {
    await open();
    for (const [name, left] of [
      ['행사 배너 1 삭제', ['둘']],
      ['행사 배너 1 삭제', []],
    ] as const) {
      fireEvent.click(screen.getByRole('button', { name }));
      const ask = within(await screen.findByRole('alertdialog'));
      fireEvent.click(ask.getByRole('button', { name: '삭제' }));
      await vi.waitFor(() =>
        expect(
          screen
            .queryAllByRole<HTMLInputElement>('textbox', { name: '제목' })
            .map(({ value }) => value),
        ).toEqual(left),
      );
    }
    expect(screen.getByText('행사 배너가 없습니다.')).toBeDefined();
    expect(screen.getByText('수정한 내용이 없습니다.')).toBeDefined();
  });

  it('previews the draft as on the main page', async () => {
    await open();
    type(card('행사 배너 1').getByRole('textbox', { name: '제목' }), '아직 저장 전');
    fireEvent.click(screen.getByRole('button', { name: '미리 보기' }));
    const dialog = within(await screen.findByRole('dialog', { name: '미리 보기' }));
    expect(dialog.getByRole('heading', { name: '아직 저장 전' })).toBeDefined();
    expect(calls.some((call) => call.startsWith('POST'))).toBe(false);
  });
});
