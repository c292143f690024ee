const HIDDEN =
  /(?:^|[;\s])(?:display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse)|mso-hide\s*:\s*all|font-size\s*:\s*0(?:\.0+)?(?:px|pt|em|rem|%)?\s*(?:;|$|!)|opacity\s*:\s*0(?:\.0+)?\s*(?:;|$|!))/i;
const KEEPS_SPACES = /white-space(?:-collapse)?\s*:\s*(?:pre|break-spaces|preserve)/i;
const SHOWN_AS_BLOCK =
  /(?:^|[;\s])display\s*:\s*(?:block|flex|grid|list-item|table|flow-root)\s*(?:;|$|!)/i;

/** The style as it is written: browsers drop what they do not know, such as `mso-list`. */
export function styleOf(element: Element): string {
  return element.getAttribute('style') ?? '';
}

/** Whether the page that was copied did not show the element. */
export function isHidden(element: Element): boolean {
  return element.hasAttribute('hidden') || HIDDEN.test(styleOf(element));
}

export function isShownAsBlock(element: Element): boolean {
  return SHOWN_AS_BLOCK.test(styleOf(element));
}

/** Whether spaces and line breaks of the element are shown as they are, as far as its own style says so. */
export function keepsSpaces(element: Element): boolean {
  return KEEPS_SPACES.test(styleOf(element));
}

/** An element with the children of another one, in whose place it stands. */
export function rename(element: Element, tag: string): HTMLElement {
  const renamed = element.ownerDocument.createElement(tag);
  renamed.append(...element.childNodes);
  element.replaceWith(renamed);
  return renamed;
}

export function unwrap(element: Element): void {
  element.replaceWith(...element.childNodes);
}
