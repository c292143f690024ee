import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { isConnected } from '../../lib/offline/connection.ts';
import { waitingRelease } from '../../lib/service-worker.ts';
import { AppNotices } from './app-notices.tsx';
import { offlineTextAt } from './page-notices.tsx';

afterEach(() => act(() => waitingRelease.set(null)));

const offerRelease = () => act(() => waitingRelease.set(new EventTarget() as ServiceWorker));
const placeOf = (text: string) =>
  screen.getByText(text).closest<HTMLElement>('[style]')?.style.bottom;

describe('the line without a network', () => {
  it('stands above what is being written, and lets taps through [OFF-12]', () => {
    render(<AppNotices offlineText="오프라인입니다" />);
    expect(screen.queryByText(/오프라인/)).toBeNull();
    act(() => isConnected.set(false));
    expect(placeOf('오프라인입니다')).toBe('calc(max(0px, var(--bottom)) + 16px)');
    const place = screen.getByText(/오프라인/).closest('[style]');
    expect(place?.className).toContain('pointer-events-none');
    act(() => isConnected.set(true));
    expect(screen.queryByText(/오프라인/)).toBeNull();
  });
});

it.each([
  ['/main/community/free/post/7', {}, '오프라인 · 저장된 내용입니다'],
  ['/write/secret', {}, '오프라인입니다'],
  ['/main/study-dashboard/3/write/7', {}, '오프라인입니다'],
  ['/report', {}, '오프라인입니다'],
  ['/chat-mail', {}, '오프라인입니다'],
  ['/chat-mail', { room: 3 }, undefined],
])('says on %s %j what is shown without a network [OFF-12]', (pathname, search, text) => {
  expect(offlineTextAt({ pathname, search })).toBe(text);
});

describe('the notice of a new release', () => {
  it('covers neither the bottom bar nor what is being written [UI-98, UI-281]', () => {
    render(<AppNotices offlineText="오프라인입니다" />);
    offerRelease();
    expect(placeOf('새 버전이 있습니다.')).toBe('calc(max(0px, var(--bottom)) + 16px)');

    const composer = document.body.appendChild(document.createElement('form'));
    composer.dataset.composer = '';
    composer.getBoundingClientRect = () => new DOMRect(0, window.innerHeight - 90, 300, 80);
    act(() => void window.dispatchEvent(new Event('scroll')));
    expect(placeOf('새 버전이 있습니다.')).toBe('calc(max(90px, var(--bottom)) + 16px)');
    composer.remove();
  });

  it('is put away until the next release', () => {
    render(<AppNotices offlineText="오프라인입니다" />);
    offerRelease();
    fireEvent.click(screen.getByRole('button', { name: '나중에' }));
    expect(screen.queryByText('새 버전이 있습니다.')).toBeNull();
    offerRelease();
    screen.getByText('새 버전이 있습니다.');
  });
});
