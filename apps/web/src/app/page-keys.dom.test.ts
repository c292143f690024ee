import { beforeEach, describe, expect, it, vi } from 'vitest';
import { enablePageKeys, isShowingKeys } from '../lib/page-keys.ts';
import { logInForTest } from '../testing/fake-session.ts';
import { watchPageKeys } from './page-keys.ts';

const LIST = `<main>
  <button type="button" data-key-write="">글쓰기</button>
  <ul>
    <li><a href="#1" data-key-row="">하나</a></li>
    <li><article data-key-row="" id="two">둘 <button type="button" id="inside">좋아요</button></article></li>
    <li hidden><a href="#x" data-key-row="">가려진 것</a></li>
    <li><a href="#3" data-key-row="">셋</a></li>
  </ul>
  <input id="box" /><textarea id="text"></textarea><select id="order"></select>
  <div id="editor" contenteditable="true"><p id="line">말</p></div>
</main>`;

function press(init: KeyboardEventInit, on: Element = document.activeElement ?? document.body) {
  const event = new KeyboardEvent('keydown', { bubbles: true, cancelable: true, ...init });
  on.dispatchEvent(event);
  return event.defaultPrevented;
}
const J = { code: 'KeyJ', key: 'j' };
const K = { code: 'KeyK', key: 'k' };
const focused = () => document.activeElement?.textContent?.slice(0, 2).trim();
const byId = (id: string) => document.getElementById(id) as HTMLElement;

beforeEach(() => {
  const stop = watchPageKeys();
  logInForTest();
  enablePageKeys(true);
  isShowingKeys.set(false);
  window.history.replaceState(null, '', '/main/community/free');
  document.body.innerHTML = LIST;
  // A document without a layout: what is not hidden has a place below the header.
  vi.spyOn(Element.prototype, 'getClientRects').mockImplementation(function (this: Element) {
    return (this.closest('[hidden]') ? [] : [{}]) as unknown as DOMRectList;
  });
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue({
    top: 200,
    bottom: 240,
  } as DOMRect);
  return () => {
    stop();
    document.body.innerHTML = '';
    vi.restoreAllMocks();
  };
});

describe('J and K', () => {
  it('go from row to row, past hidden ones, and stop at the ends [UI-650]', () => {
    const seen = [J, J, J, J, K, K, K].map((key) => [press(key), focused()]);
    expect(seen).toEqual([
      ...[
        [true, '하나'],
        [true, '둘'],
        [true, '셋'],
        [false, '셋'],
      ],
      ...[
        [true, '둘'],
        [true, '하나'],
        [false, '하나'],
      ],
    ]);
  });

  it('go on from a control inside a row [UI-650]', () => {
    byId('inside').focus();
    press(J);
    expect(focused()).toBe('셋');
  });

  it.each(['ㅓ', 'J', 'Process'])(
    'are found by their place, whatever they write: %s [UI-650]',
    (key) => {
      press({ code: 'KeyJ', key });
      expect(focused()).toBe('하나');
    },
  );
});

describe('keys of one letter', () => {
  it.each(['box', 'text', 'order', 'line'])('are text in %s [UI-650]', (id) => {
    expect(press(J, byId(id))).toBe(false);
    expect(press({ key: '?', code: 'Slash', shiftKey: true }, byId(id))).toBe(false);
  });

  it.each<[string, KeyboardEventInit]>([
    ['a composition', { ...J, isComposing: true }],
    ['a key of the input method', { ...J, keyCode: 229 }],
    ['a shortcut of the browser', { ...J, ctrlKey: true }],
    ['a shortcut of the system', { ...J, metaKey: true }],
    ['another layout level', { ...J, altKey: true }],
    ['a capital', { ...J, shiftKey: true }],
  ])('leave %s alone [UI-650]', (_, init) => {
    expect(press(init)).toBe(false);
  });

  it.each(['<div role="dialog" data-modal=""></div>', '<div role="menu"></div>'])(
    'wait below %s [UI-650]',
    (layer) => {
      document.body.insertAdjacentHTML('beforeend', layer);
      expect([press(J), press({ key: '?' })]).toEqual([false, false]);
    },
  );

  it('leave the console its own, and do nothing when they are turned off [UI-650]', () => {
    window.history.replaceState(null, '', '/admin?menu=reports');
    expect(press(J)).toBe(false);
    window.history.replaceState(null, '', '/main/community/free');
    enablePageKeys(false);
    expect([press(J), press({ key: '?' })]).toEqual([false, false]);
    expect(localStorage.getItem('naru.keys')).toBe('off');
    enablePageKeys(true);
    expect(press(J)).toBe(true);
  });
});

it('N writes, and ? lists the keys [UI-650]', () => {
  const written = vi.fn();
  document.querySelector('[data-key-write]')?.addEventListener('click', written);
  expect(press({ code: 'KeyN', key: 'ㅜ' })).toBe(true);
  expect(written).toHaveBeenCalledOnce();
  expect(press({ code: 'Slash', key: '?', shiftKey: true })).toBe(true);
  expect(isShowingKeys.get()).toBe(true);
});

it('? does nothing on a page without the list of the keys [UI-650]', () => {
  document.body.innerHTML = `<div data-bare="true">${LIST}</div>`;
  expect(press({ code: 'Slash', key: '?', shiftKey: true })).toBe(false);
  expect(isShowingKeys.get()).toBe(false);
});
