const INLINE = /^(?:A|B|CODE|EM|FONT|I|S|SPAN|STRONG|SUB|SUP|U)$/;

/** Removes each `br` that browsers do not show, as it only ends the last line of its block. */
export function dropLastBreaks(body: ParentNode): void {
  for (const br of lastBreaks(body)) br.remove();
}

/** Each `br` at the end of a block, even inside of formatting. */
export function lastBreaks(body: ParentNode): HTMLElement[] {
  return [...body.querySelectorAll('br')].filter(isLastInBlock);
}

function isLastInBlock(br: HTMLElement): boolean {
  let last: Element = br;
  while (last.nextSibling === null && last.parentElement && INLINE.test(last.parentElement.tagName))
    last = last.parentElement;
  const next = last.nextSibling;
  return next === null || (next instanceof Element && !isInline(next));
}

const isInline = ({ tagName }: Element) => tagName === 'BR' || INLINE.test(tagName);
