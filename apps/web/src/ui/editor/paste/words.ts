import { isBlock } from './blocks.ts';
import { createNear, rename, styleOf, unwrap } from './css.ts';

const COPY_LABEL =
  /^(?:copy(?: code| link| to clipboard)?|copied!?|복사|복사하기|코드 복사|링크 복사)?$/i;
/** Signs that nobody sees: zero-width spaces of editors, places of objects. */
const INVISIBLE = /[\u200B\u2060\uFEFF\uFFFC\0]/g;

/** Makes text of what only looks like it: checkboxes, quotation marks, raised and lowered letters. */
export function convertWords(body: HTMLElement): void {
  const each = <T extends Element>(selector: string, convert: (element: T) => void) => {
    for (const element of body.querySelectorAll<T>(selector)) convert(element);
  };
  each('.Apple-interchange-newline', (line) => line.remove());
  each('button,[role="button"],clipboard-copy', dropCopyButton);
  each('input,[role="checkbox"],.checkbox-on,.checkbox-off', convertCheckbox);
  each<HTMLSelectElement>('select', (select) =>
    select.replaceWith(select.selectedOptions[0]?.text ?? ''),
  );
  each('q', (quote) => surround(quote, '“', '”'));
  each('rt', (reading) => {
    if (reading.closest('ruby')?.querySelector('rp') === null) surround(reading, '(', ')');
  });
  each('ins', (inserted) => rename(inserted, 'u'));
  each('kbd,samp,tt', (typed) => rename(typed, 'code'));
  each('[style]', convertStyle);
  each('a u', unwrap);
  removeInvisible(body);
}

function surround(element: Element, before: string, after: string): void {
  element.prepend(before);
  element.append(after);
}

function dropCopyButton(button: Element): void {
  const isCopy = COPY_LABEL.test(button.textContent?.trim() ?? '');
  if (isCopy && !button.matches('img,:has(img)')) button.remove();
}

/** ☑ and ☐ stand in front of the text of the box. */
function convertCheckbox(box: Element): void {
  const isInput = box.tagName === 'INPUT';
  if (isInput && !/^(?:checkbox|radio)$/.test(box.getAttribute('type') ?? '')) {
    box.replaceWith(box.getAttribute('value') ?? '');
    return;
  }
  const isOn =
    box.hasAttribute('checked') ||
    box.getAttribute('aria-checked') === 'true' ||
    box.classList.contains('checkbox-on');
  const sign = isOn ? '☑ ' : '☐ ';
  if (box.tagName !== 'LI') {
    box.replaceWith(sign);
    return;
  }
  // Google draws the box as a picture.
  box.querySelector('img')?.remove();
  (box.querySelector('p') ?? box).prepend(sign);
}

/** Less than 3 px or pt, 0.3 em or 30 % only fits a sign to its line. */
const FAR =
  '(?:[3-9]|\\d{2,3})(?:\\.\\d+)?p[xt]|(?:0?\\.[3-9]\\d*|[1-9]\\d?(?:\\.\\d+)?)r?em|(?:[3-9]|[1-9]\\d)\\d(?:\\.\\d+)?%';
/** Styles with a meaning become the elements that mean it. */
const STYLES: [RegExp, string][] = [
  [RegExp(`vertical-align\\s*:\\s*(?:super|${FAR})|mso-text-raise\\s*:\\s*[1-9.]`, 'i'), 'sup'],
  [
    RegExp(`vertical-align\\s*:\\s*(?:sub\\s*(?:;|$|!)|-(?:${FAR}))|mso-text-raise\\s*:\\s*-`, 'i'),
    'sub',
  ],
  [/font-weight\s*:\s*(?:bold(?:er)?|[6-9]00)/i, 'strong'],
  [/font-style\s*:\s*italic/i, 'em'],
  [/text-decoration(?:-line)?\s*:[^;]*underline/i, 'u'],
  [/text-decoration(?:-line)?\s*:[^;]*line-through/i, 's'],
];
/** Headings are bold and links underlined anyway. */
const ANYWAY: Record<string, RegExp> = { strong: /^(?:H[1-6]|STRONG|B|TH)$/, u: /^(?:A|U)$/ };

function convertStyle(element: Element): void {
  const style = styleOf(element);
  const { tagName } = element;
  if (element.textContent?.trim() === '' || /^T(?:ABLE|BODY|HEAD|R)$/.test(tagName)) return;
  for (const [pattern, tag] of STYLES) {
    if (!pattern.test(style) || tagName === tag.toUpperCase() || ANYWAY[tag]?.test(tagName))
      continue;
    if ((tag === 'sup' || tag === 'sub') && !isLetters(element)) continue;
    const meaning = createNear(element, tag);
    meaning.append(...element.childNodes);
    element.append(meaning);
  }
}

/** Neither a block, on which the property does nothing, nor a cell, which it aligns, nor pictures of a font. */
function isLetters(element: Element): boolean {
  const font = `${element.className} ${styleOf(element)}`;
  return !(
    isBlock(element) ||
    /^T[DH]$/.test(element.tagName) ||
    /\b(?:glyph)?icon|material.symbols|awesome/i.test(font) ||
    /^[\s\uE000-\uF8FF]+$/.test(element.textContent ?? '')
  );
}

function removeInvisible(body: HTMLElement): void {
  const walker = document.createTreeWalker(body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const text = node as Text;
    if (text.data.search(INVISIBLE) < 0) continue;
    text.data = text.data.replace(INVISIBLE, '');
    // Editors of sites put one into an empty line to give it a height.
    if (text.parentElement?.closest('p,div')?.textContent === '') text.data = '\u00A0';
  }
}
