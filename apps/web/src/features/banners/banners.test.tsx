import type { Banner } from '@naru/contract/banners';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { renderRouted } from '../../testing/routed.tsx';
import { EventBanners } from './event-banners.tsx';
import { MediaBanners } from './media-banners.tsx';
import { videoOf } from './video-player.tsx';

const banner = (values: Partial<Banner>): Banner => ({
  id: 1,
  title: '가을 학술제',
  content: '대강당',
  targetUrl: 'https://campus.example/fair',
  bannerType: 'NORMAL',
  displayOrder: 0,
  videoId: null,
  imageUrl: null,
  startsOn: null,
  endsOn: null,
  captions: null,
  ...values,
});
const loaded = (normalBanners: Banner[], mediaBanners: Banner[] = []) => ({
  data: { normalBanners, mediaBanners },
  error: null,
  retry: () => undefined,
});
const loading = { data: undefined, error: null, retry: () => undefined };
const failed = (retry: () => void) => ({ data: undefined, error: new Error('no'), retry });

beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({
    matches: false,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
});

describe('EventBanners', () => {
  it('opens the address in a new tab without an opener [HTML-05]', () => {
    render(<EventBanners banners={loaded([banner({})])} />);
    const link = screen.getByRole('link', { name: /가을 학술제/ });
    expect(link.getAttribute('href')).toBe('https://campus.example/fair');
    expect([link.getAttribute('target'), link.getAttribute('rel')]).toEqual([
      '_blank',
      'noopener noreferrer',
    ]);
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('opens a page of this site in place, on the picture of the banner [BANNER-57]', async () => {
    const targetUrl = '/main/community/notice_sc?page=2';
    const imageUrl = '/files/picture.webp';
    const { router } = await renderRouted(
      <EventBanners banners={loaded([banner({ targetUrl, imageUrl })])} />,
    );
    const link = screen.getByRole('link', { name: '가을 학술제' });
    expect([link.getAttribute('href'), link.getAttribute('target')]).toEqual([targetUrl, null]);
    expect(document.querySelector('img')?.getAttribute('src')).toBe(imageUrl);
    fireEvent.click(link);
    await vi.waitFor(() => expect(router.state.location.href).toBe(targetUrl));
  });

  it('lets a phone load the medium size of its picture [UI-233]', () => {
    const key = `/files/${'p'.repeat(24)}`;
    render(<EventBanners banners={loaded([banner({ imageUrl: `${key}.webp` })])} />);
    const sizes = document.querySelector('img')?.getAttribute('srcset');
    expect(sizes).toBe(`${key}_medium.webp 1000w, ${key}.webp 2560w`);
  });

  it('offers to stop the rotation of several banners', () => {
    render(<EventBanners banners={loaded([banner({}), banner({ id: 2, title: '코딩 캠프' })])} />);
    expect(screen.getByRole('button', { name: '학생회 행사 자동 넘김 멈춤' })).toBeDefined();
    expect(screen.getByRole('region', { name: '학생회 행사' })).toBeDefined();
  });

  it('shows a banner without an address as text', () => {
    render(<EventBanners banners={loaded([banner({ targetUrl: null })])} />);
    expect(screen.getByRole('heading', { name: '가을 학술제' })).toBeDefined();
    expect(screen.queryByRole('link')).toBeNull();
  });

  it('shows the welcome slide without banners', () => {
    render(<EventBanners banners={loaded([])} />);
    expect(screen.getByRole('heading').textContent).toContain(
      '우리 학과 커뮤니티에 오신 것을 환영합니다',
    );
  });

  it('shows a skeleton while it loads', () => {
    render(<EventBanners banners={loading} />);
    expect(screen.getByRole('status', { name: '행사 소식을 불러오는 중입니다.' })).toBeDefined();
    expect(screen.queryByRole('heading')).toBeNull();
  });

  it('reports a failure and retries [LIST-16]', () => {
    const retry = vi.fn();
    render(<EventBanners banners={failed(retry)} />);
    expect(screen.getByRole('alert').textContent).toContain('행사 소식을 불러오지 못했습니다.');
    fireEvent.click(screen.getByRole('button', { name: '다시 시도' }));
    expect(retry).toHaveBeenCalledOnce();
  });
});

describe('MediaBanners', () => {
  const video = banner({
    id: 7,
    title: '연구실 소개',
    bannerType: 'MEDIA',
    videoId: 'naruTEST-01',
  });

  it('loads nothing from the video host before the click [PRIV-17]', () => {
    const { container } = render(<MediaBanners banners={loaded([], [video])} />);
    expect(container.innerHTML).not.toContain('youtube');
    fireEvent.click(screen.getByRole('button', { name: /연구실 소개 재생/ }));
    const frame = screen.getByTitle('연구실 소개');
    expect(frame.getAttribute('src')).toMatch(
      /^https:\/\/www\.youtube-nocookie\.com\/embed\/naruTEST-01(\?|$)/,
    );
  });

  it('reports a missing and a wrong link', () => {
    const wrong = banner({ id: 8, targetUrl: 'https://campus.example/video', videoId: null });
    const missing = banner({ id: 9, targetUrl: null, videoId: null });
    render(<MediaBanners banners={loaded([], [wrong, missing])} />);
    expect(screen.getByText('잘못된 유튜브 링크')).toBeDefined();
    fireEvent.click(screen.getByRole('button', { name: '다음 영상' }));
    expect(screen.getByText('영상 링크가 없습니다')).toBeDefined();
    fireEvent.click(screen.getByRole('button', { name: '다음 영상' }));
    expect(screen.getByText('잘못된 유튜브 링크')).toBeDefined();
  });

  it('stops the video on a change to another', () => {
    const other = banner({ id: 8, title: '학부 소개', videoId: 'naruTEST-02' });
    render(<MediaBanners banners={loaded([], [video, other])} />);
    fireEvent.click(screen.getByRole('button', { name: /연구실 소개 재생/ }));
    fireEvent.click(screen.getByRole('button', { name: '다음 영상' }));
    expect(screen.queryByTitle('연구실 소개')).toBeNull();
    expect(screen.getByRole('button', { name: /학부 소개 재생/ })).toBeDefined();
  });

  it('shows a skeleton, an empty state and a failure with a retry', () => {
    const retry = vi.fn();
    const { rerender } = render(<MediaBanners banners={loading} />);
    expect(screen.getByRole('status', { name: '영상을 불러오는 중입니다.' })).toBeDefined();
    rerender(<MediaBanners banners={loaded([])} />);
    expect(screen.getByText('등록된 영상이 없습니다.')).toBeDefined();
    rerender(<MediaBanners banners={failed(retry)} />);
    expect(screen.getByRole('alert').textContent).toContain('영상을 불러오지 못했습니다.');
    fireEvent.click(screen.getByRole('button', { name: '다시 시도' }));
    expect(retry).toHaveBeenCalledOnce();
  });

  it('plays an uploaded video in the page, never by itself [BANNER-60]', async () => {
    URL.createObjectURL = vi.fn(() => 'blob:captions');
    URL.revokeObjectURL = vi.fn();
    const targetUrl = `/files/videos/${'v'.repeat(24)}.webm`;
    const captions = 'WEBVTT\n\n00:00.000 --> 00:02.000\n안내\n';
    const clip = banner({ id: 9, title: '소개', bannerType: 'MEDIA', targetUrl, captions });
    const { rerender, unmount } = render(<MediaBanners banners={loaded([], [clip])} />);
    const player = screen.getByLabelText<HTMLVideoElement>('소개');
    expect(player.getAttribute('src')).toBe(`${targetUrl}#t=0.1`);
    expect([player.controls, player.autoplay, player.hasAttribute('playsinline')]).toEqual([
      true,
      false,
      true,
    ]);
    expect(player.querySelector('track')?.getAttribute('src')).toBe('blob:captions');
    const posted = { ...clip, imageUrl: '/files/poster.webp' };
    rerender(<MediaBanners banners={loaded([], [posted])} />);
    expect([player.getAttribute('poster'), player.preload]).toEqual(['/files/poster.webp', 'none']);
    fireEvent.error(player);
    expect(screen.getByRole('alert').textContent).toBe('영상을 재생할 수 없습니다.');
    vi.useFakeTimers();
    unmount();
    expect(URL.revokeObjectURL).not.toHaveBeenCalled();
    vi.runAllTimers();
    vi.useRealTimers();
    expect(URL.revokeObjectURL).toHaveBeenCalledWith('blob:captions');
  });

  it('load only near the screen [UI-230]', () => {
    const observed: { show: () => void; margin: string | undefined }[] = [];
    vi.stubGlobal(
      'IntersectionObserver',
      class {
        constructor(
          report: (entries: { isIntersecting: boolean }[]) => void,
          { rootMargin }: IntersectionObserverInit,
        ) {
          const show = () => report([{ isIntersecting: true }]);
          observed.push({ show, margin: rootMargin });
        }
        observe() {}
        disconnect() {}
      },
    );
    const targetUrl = `/files/videos/${'v'.repeat(24)}.webm`;
    const clip = banner({ id: 9, title: '소개', bannerType: 'MEDIA', targetUrl });
    render(<MediaBanners banners={loaded([], [clip])} />);
    const player = screen.getByLabelText<HTMLVideoElement>('소개');
    expect([player.hasAttribute('src'), observed[0]?.margin]).toEqual([false, '300px']);
    act(() => observed[0]?.show());
    expect(player.getAttribute('src')).toBe(`${targetUrl}#t=0.1`);
  });

  it('accepts only ids of 11 characters [HTML-06]', () => {
    for (const videoId of ['short', 'naruTEST-01"', 'naru TEST-1', '../../evil?']) {
      expect(videoOf({ videoId, targetUrl: null })).toEqual({ state: 'wrong' });
    }
  });
});
