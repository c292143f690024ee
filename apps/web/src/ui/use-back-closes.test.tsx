import {
  createBrowserHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Link,
  Outlet,
  RouterProvider,
  useBlocker,
} from '@tanstack/react-router';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { windowForRouter } from '../lib/layer-history.ts';
import { fakeMedia } from '../testing/fake-page.tsx';
import { confirmDialog } from './ask.ts';
import { AskHost } from './ask-host.tsx';
import { Dialog } from './dialog.tsx';
import { Menu } from './menu.tsx';

function Layers() {
  const [open, setOpen] = useState<readonly string[]>([]);
  const show = (name: string) => setOpen([...open, name]);
  const hide = (name: string) => setOpen((names) => names.filter((one) => one !== name));
  return (
    <>
      <h1>첫 쪽</h1>
      <button type="button" onClick={() => show('card')}>
        카드 열기
      </button>
      <Menu label="더 보기" trigger="더 보기" items={[{ label: '항목', onSelect: () => null }]} />
      <Dialog open={open.includes('card')} onClose={() => hide('card')} title="카드">
        <button type="button" onClick={() => show('picture')}>
          사진 열기
        </button>
        <Link to={'/other' as string}>다른 쪽으로</Link>
        <button type="button" onClick={() => hide('card')}>
          접기
        </button>
      </Dialog>
      <Dialog open={open.includes('picture')} onClose={() => hide('picture')} title="사진">
        {null}
      </Dialog>
    </>
  );
}

function Writing() {
  useBlocker({
    shouldBlockFn: async () => !(await confirmDialog({ title: '나갈까요?' })),
    enableBeforeUnload: false,
  });
  return <h1>글쓰기</h1>;
}

let destroy = () => {};

const settled = () =>
  new Promise((resolve) => {
    setTimeout(resolve, 0);
  });

/** Its own pages on top of the history of earlier tests. */
async function start() {
  // Layers that an earlier test has closed go back first.
  await settled();
  window.history.pushState(null, '', '/before');
  const root = createRootRoute({
    component: () => (
      <>
        <Outlet />
        <AskHost />
      </>
    ),
  });
  const page = (path: string, component: () => React.ReactNode) =>
    createRoute({ getParentRoute: () => root, path, component });
  const history = createBrowserHistory({ window: windowForRouter() });
  destroy = history.destroy;
  const router = createRouter({
    routeTree: root.addChildren([
      page('/before', () => <h1>앞쪽</h1>),
      page('/', Layers),
      page('/other', () => <h1>다른 쪽</h1>),
      page('/writing', Writing),
    ]),
    history,
  });
  await router.load();
  render(<RouterProvider router={router as never} />);
  await router.navigate({ to: '/' });
  await screen.findByRole('heading', { name: '첫 쪽' });
  return router;
}

const click = async (name: string) => fireEvent.click(await screen.findByText(name));
const isGone = (name: string) =>
  waitFor(() => expect(screen.queryByRole('dialog', { name })).toBeNull());
const isAt = (path: string) => waitFor(() => expect(window.location.pathname).toBe(path));

/** Until the browser has moved and the layers have settled. */
async function move(go: () => void) {
  const moved = new Promise((resolve) => {
    window.addEventListener('popstate', resolve, { once: true });
  });
  go();
  await moved;
  await settled();
}

const back = () => move(() => window.history.back());

describe('useBackCloses', () => {
  beforeEach(() => {
    fakeMedia(true);
    vi.stubGlobal('scrollTo', () => undefined);
  });
  afterEach(() => destroy());

  it('closes one layer at a time, then leaves the page [UI-24]', async () => {
    await start();
    await click('카드 열기');
    await click('사진 열기');
    await screen.findByRole('dialog', { name: '사진' });
    await back();
    await isGone('사진');
    expect(screen.getByRole('dialog', { name: '카드' })).toBeDefined();
    await back();
    await isGone('카드');
    await isAt('/');
    await back();
    await isAt('/before');
    expect(await screen.findByRole('heading', { name: '앞쪽' })).toBeDefined();
  });

  it('closes a menu', async () => {
    await start();
    await click('더 보기');
    await screen.findByRole('menuitem', { name: '항목' });
    await back();
    await waitFor(() => expect(screen.queryByRole('menuitem')).toBeNull());
    await isAt('/');
  });

  it('leaves the page at once after a layer was closed by its button', async () => {
    await start();
    await click('카드 열기');
    await click('접기');
    await isGone('카드');
    await back();
    await isAt('/before');
  });

  it('changes nothing on Forward after a layer was closed', async () => {
    await start();
    await click('카드 열기');
    await back();
    await isGone('카드');
    await move(() => window.history.forward());
    expect(screen.getByRole('heading', { name: '첫 쪽' })).toBeDefined();
    await back();
    await isAt('/before');
  });

  it('returns from a link inside a layer to its page in one step', async () => {
    await start();
    await click('카드 열기');
    await click('다른 쪽으로');
    await screen.findByRole('heading', { name: '다른 쪽' });
    await back();
    await isAt('/');
    await screen.findByRole('heading', { name: '첫 쪽' });
    await back();
    await isAt('/before');
  });

  it('counts an address that was replaced below a layer as the page', async () => {
    const router = await start();
    await click('카드 열기');
    await router.navigate({ to: '.', search: { page: 2 }, replace: true } as never);
    await back();
    await isGone('카드');
    expect(window.location.search).toBe('?page=2');
    await back();
    await isAt('/before');
  });

  it('asks once before unsaved work is left and stays on the page', async () => {
    const router = await start();
    await router.navigate({ to: '/writing' as string });
    await screen.findByRole('heading', { name: '글쓰기' });
    await back();
    fireEvent.click(await screen.findByRole('button', { name: '취소' }));
    await isAt('/writing');
    await back();
    fireEvent.click(await screen.findByRole('button', { name: '확인' }));
    await screen.findByRole('heading', { name: '첫 쪽' });
  });

  it('adds no entry on a computer', async () => {
    fakeMedia(false);
    await start();
    await click('카드 열기');
    await back();
    await isAt('/before');
  });
});
