import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderRouted } from '../testing/routed.tsx';
import { usePlace } from './place.ts';

type Place = Parameters<ReturnType<typeof usePlace>['go']>[0];

/** Goes to all places before the page shows the first. */
function Goer({ places }: { places: Place[] }) {
  const { go } = usePlace();
  return <button type="button" onClick={() => places.forEach(go)} />;
}

it.each<[what: string, at: string, places: Place[], href: string, times: number]>([
  ['a press that selects twice', '/', [{ tab: 'b' }, { tab: 'b' }], '/?tab=b', 1],
  ['a letter that is deleted at once', '/', [{ query: 'a' }, { query: undefined }], '/', 2],
  ['where the reader is', '/?tab=b&page=2', [{ tab: 'b', page: 2 }], '/?tab=b&page=2', 0],
  ['the first page', '/?page=2#comment-12', [{ page: undefined }], '/#comment-12', 1],
])('the address after %s [UI-343]', async (_what, at, places, href, times) => {
  const { router } = await renderRouted(<Goer places={places} />, [], at);
  let replaced = 0;
  router.history.subscribe(() => {
    replaced += 1;
  });
  fireEvent.click(screen.getByRole('button'));
  await waitFor(() => expect(router.state.status).toBe('idle'));
  expect([router.history.location.href, replaced]).toEqual([href, times]);
});
