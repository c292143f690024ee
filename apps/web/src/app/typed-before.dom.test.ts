import { afterEach, expect, it, vi } from 'vitest';
import { takeTypedBefore } from './typed-before.ts';

const FORM =
  '<form><input name="username" /><input name="password" type="password" /><button>로그인</button></form>';

function begin() {
  document.body.innerHTML = `<div id="root"><div id="frame">${FORM}</div></div>`;
  const root = document.getElementById('root') as HTMLElement;
  takeTypedBefore(root);
  return root;
}
const field = (name: string) => document.querySelector(`input[name="${name}"]`) as HTMLInputElement;

afterEach(() => {
  document.body.replaceChildren();
  window.naruSubmitted = undefined;
});

it('what was typed before the app ran stays, with the focus [UI-664]', async () => {
  const root = begin();
  field('username').value = '20250001';
  field('password').focus();
  field('password').value = '비밀';
  root.innerHTML = FORM;
  const received = vi.fn();
  root.addEventListener('input', received);
  await vi.waitFor(() => expect(field('username').value).toBe('20250001'));
  expect(field('password').value).toBe('비밀');
  expect(document.activeElement).toBe(field('password'));
  expect(received).toHaveBeenCalledTimes(2);
});

it('what was sent before is sent once by the app, whose page may come later [UI-664]', async () => {
  const root = begin();
  field('username').value = '20250001';
  window.naruSubmitted = true;
  root.innerHTML = '<p>잠시</p>';
  await Promise.resolve();
  root.innerHTML = FORM;
  const sent = vi.fn((event: Event) => event.preventDefault());
  root.addEventListener('submit', sent);
  await vi.waitFor(() => expect(sent).toHaveBeenCalledOnce());
});

it('fields of the app that nobody typed into are left alone', async () => {
  const root = begin();
  root.innerHTML = FORM;
  field('username').value = '20240009';
  await new Promise((resolve) => setTimeout(resolve));
  expect(field('username').value).toBe('20240009');
});
