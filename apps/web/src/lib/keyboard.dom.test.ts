import { beforeEach, expect, it, vi } from 'vitest';
import { watchKeyboard } from './keyboard.ts';

const viewport = Object.assign(new EventTarget(), { height: 800, offsetTop: 0, scale: 1 });
const root = document.documentElement;

/** Sizes of the layout and of what is visible, in px. */
function resize(layout: number, visible = layout): void {
  vi.stubGlobal('innerHeight', layout);
  viewport.height = visible;
  viewport.dispatchEvent(new Event('resize'));
}

const state = () => [root.hasAttribute('data-keyboard'), root.style.getPropertyValue('--keyboard')];

beforeEach(() => {
  vi.stubGlobal('visualViewport', viewport);
  vi.stubGlobal('innerWidth', 390);
  viewport.scale = 1;
  document.body.innerHTML = '<input type="checkbox" /><textarea></textarea>';
  watchKeyboard();
  resize(800);
  return () => {
    document.body.innerHTML = '';
    resize(800);
  };
});

const focus = (selector: string) => document.querySelector<HTMLElement>(selector)?.focus();

it('reports a keyboard that shrinks the layout [UI-281]', () => {
  focus('textarea');
  expect(state()).toEqual([false, '0px']);
  resize(480);
  expect(state()).toEqual([true, '0px']);
  resize(800);
  expect(state()).toEqual([false, '0px']);
});

it('reports a keyboard that covers the layout, and its height [UI-98, UI-281]', () => {
  focus('textarea');
  resize(800, 480);
  expect(state()).toEqual([true, '320px']);
});

it('does not take bars of the browser, other fields or a zoom for it [UI-281]', () => {
  focus('textarea');
  resize(720);
  expect(state()).toEqual([false, '0px']);
  focus('[type=checkbox]');
  resize(480);
  expect(state()).toEqual([false, '0px']);
  focus('textarea');
  viewport.scale = 2;
  resize(800, 400);
  expect(state()).toEqual([false, '0px']);
});

it('ends with the writing, and begins anew after the phone is turned [UI-281]', async () => {
  focus('textarea');
  resize(480);
  document.querySelector('textarea')?.blur();
  await vi.waitFor(() => expect(state()).toEqual([false, '0px']));
  focus('textarea');
  vi.stubGlobal('innerWidth', 800);
  resize(390);
  expect(state()).toEqual([false, '0px']);
});
