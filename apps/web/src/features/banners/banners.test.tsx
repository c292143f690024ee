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
/** The player is loaded when it is first shown. */
const PATIENT = { timeout: 15_000 };
const loaded = (normalBanners: Banner[], mediaBanners: Banner[] = []) => ({
  data: { normalBanners, mediaBanners },
});
const loading = { data: undefined };

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

  it('loads a size of its picture that fits [UI-233]', () => {
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

  it('is not there without banners, while they load and after a failure [UI-751]', () => {
    for (const banners of [loaded([]), loading]) {
      const { container, unmount } = render(<EventBanners banners={banners} />);
      expect(container.innerHTML).toBe('');
      unmount();
    }
  });

  it('is on phones a strip that never moves by itself [UI-753]', () => {
    const events = [banner({ imageUrl: `/files/${'p'.repeat(24)}.webp` }), banner({ id: 2 })];
    render(<EventBanners banners={loaded(events)} isSlim />);
    expect(screen.queryByRole('button', { name: /자동 넘김/ })).toBeNull();
    expect(screen.getByRole('button', { name: '학생회 행사 다음' })).toBeDefined();
    expect(screen.getAllByText('대강당')).not.toHaveLength(0);
    expect(document.querySelector('img')?.getAttribute('src')).toContain('_thumb.webp');
  });
});

describe('MediaBanners', () => {
  const video = banner({
    id: 7,
    title: '연구실 소개',
    bannerType: 'MEDIA',
    videoId: 'naruTEST-01',
  });

  it('loads nothing from the video host before the click [PRIV-17]', async () => {
    const { container } = render(<MediaBanners banners={loaded([], [video])} />);
    const play = await screen.findByRole('button', { name: /연구실 소개 재생/ }, PATIENT);
    expect(container.innerHTML).not.toContain('youtube');
    fireEvent.click(play);
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

  it('is not there without videos and while they load [UI-751]', () => {
    for (const banners of [loaded([]), loading]) {
      const { container, unmount } = render(<MediaBanners banners={banners} />);
      expect(container.innerHTML).toBe('');
      unmount();
    }
  });

  it('is on phones a line that opens the video [UI-753]', () => {
    render(<MediaBanners banners={loaded([], [video])} isSlim />);
    expect(screen.queryByRole('button', { name: /재생/ })).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: '영상 펼치기' }));
    expect(screen.getByRole('button', { name: /연구실 소개 재생/ })).toBeDefined();
    fireEvent.click(screen.getByRole('button', { name: '영상 접기' }));
    expect(screen.queryByRole('button', { name: /재생/ })).toBeNull();
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
