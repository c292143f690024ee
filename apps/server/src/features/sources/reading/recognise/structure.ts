import type { Elements, Page } from '../pages.ts';

/** A selector by which `element` is the first of the page; null when its names are not enough. */
export function selectorOf($: Page, element: Elements): string | null {
  const tag = element.prop('tagName')?.toLowerCase() ?? '';
  const id = element.attr('id') ?? '';
  const classes = (element.attr('class') ?? '')
    .split(/\s+/)
    .filter((name) => /^[A-Za-z_][\w-]*$/.test(name));
  const candidates = [
    ...(/^[A-Za-z_][\w-]*$/.test(id) ? [`${tag}#${id}`] : []),
    ...classes.map((name) => `${tag}.${name}`),
    ...(classes.length > 1 ? [`${tag}.${classes.join('.')}`] : []),
    tag,
  ];
  return candidates.find((selector) => $(selector).first().is(element)) ?? null;
}
