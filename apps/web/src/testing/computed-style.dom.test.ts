import { afterEach, expect, it } from 'vitest';

afterEach(() => document.body.replaceChildren());

function stylesOf(html: string): CSSStyleDeclaration {
  document.body.innerHTML = html;
  return getComputedStyle(document.querySelector('#it') as Element);
}

it.each([
  ['<div id="it"></div>', 'block'],
  ['<div id="it" hidden></div>', 'none'],
  ['<span id="it"></span>', 'inline'],
  ['<span id="it" style="display: flex"></span>', 'flex'],
  ['<p id="it" style="display: none"></p>', 'none'],
  ['<dialog id="it"></dialog>', 'none'],
  ['<dialog id="it" open></dialog>', 'block'],
  ['<p id="it" popover></p>', 'none'],
  ['<input id="it">', 'inline-block'],
  ['<input id="it" type="hidden">', 'none'],
  ['<summary id="it"></summary>', 'block'],
  ['<details><summary id="it"></summary></details>', 'list-item'],
])('knows the display of %s', (html, display) => {
  // Once worked out, once remembered.
  for (let i = 0; i < 2; i += 1) {
    const styles = stylesOf(html);
    expect([styles.display, styles.getPropertyValue('display')]).toEqual([display, display]);
  }
});

it.each([
  ['<p id="it"></p>', 'visible'],
  ['<p id="it" style="visibility: hidden"></p>', 'hidden'],
  ['<div style="visibility: hidden"><p><b id="it"></b></p></div>', 'hidden'],
  ['<div style="visibility: hidden"><b id="it" style="visibility: visible"></b></div>', 'visible'],
])('knows the visibility of %s', (html, visibility) => {
  const styles = stylesOf(html);
  expect([styles.visibility, styles.getPropertyValue('visibility')]).toEqual([
    visibility,
    visibility,
  ]);
});

it('leaves other properties to jsdom', () => {
  const styles = stylesOf('<div id="it" style="margin-left: 3px"></div>');
  expect([styles.marginLeft, styles.getPropertyValue('margin-left')]).toEqual(['3px', '3px']);
});

it('follows a style sheet of the page for as long as it is there', () => {
  const read = () => {
    const styles = stylesOf('<p id="it" class="away"></p>');
    return [styles.display, styles.visibility];
  };
  expect(read()).toEqual(['block', 'visible']);
  const sheet = document.createElement('style');
  sheet.textContent = '.away { display: none; visibility: hidden }';
  document.head.append(sheet);
  expect(read()).toEqual(['none', 'hidden']);
  sheet.remove();
  expect(read()).toEqual(['block', 'visible']);
});
