import { afterEach, expect, it } from 'vitest';
import { isSearchKey } from './search-keys.ts';

afterEach(() => document.body.replaceChildren());

function press(init: KeyboardEventInit, on: HTMLElement = document.body): KeyboardEvent {
  const event = new KeyboardEvent('keydown', { bubbles: true, ...init });
  on.dispatchEvent(event);
  return event;
}

it('takes a slash outside of text, and Ctrl+K or ⌘K anywhere [UI-260]', () => {
  const input = document.createElement('input');
  document.body.append(input);
  expect(isSearchKey(press({ key: '/' }))).toBe(true);
  expect(isSearchKey(press({ key: '/' }, input))).toBe(false);
  expect(isSearchKey(press({ key: 'k', ctrlKey: true }, input))).toBe(true);
  expect(isSearchKey(press({ key: 'K', metaKey: true }))).toBe(true);
  expect(isSearchKey(press({ key: 'k' }))).toBe(false);
  expect(isSearchKey(press({ key: '/', altKey: true }))).toBe(false);
  expect(isSearchKey(press({ key: '/', isComposing: true }))).toBe(false);
});
