const KEEPS_SPACES = /white-space(?:-collapse)?\s*:\s*(?:pre|break-spaces|preserve)/i;
const SHOWN_AS_BLOCK =
  /(?:^|[;\s])display\s*:\s*(?:block|flex|grid|list-item|table|flow-root)\s*(?:;|$|!)/i;

/** The style as it is written: browsers drop what they do not know, such as `mso-list`. */
export function styleOf(element: Element): string {
  return element.getAttribute('style') ?? '';
}

export function isShownAsBlock(element: Element): boolean {
  return SHOWN_AS_BLOCK.test(styleOf(element));
}

/** Whether spaces and line breaks of the element are shown as they are, as far as its own style says so. */
export function keepsSpaces(element: Element): boolean {
  return KEEPS_SPACES.test(styleOf(element));
}

/** In the document of the node: moving nodes between documents is slow, and pictures in ours are loaded. */
export function createNear(node: Node, tag: string): HTMLElement {
  return (node.ownerDocument ?? document).createElement(tag);
}

/** An element with the children of another one, in whose place it stands. */
export function rename(element: Element, tag: string): HTMLElement {
  const renamed = createNear(element, tag);
  renamed.append(...element.childNodes);
  element.replaceWith(renamed);
  return renamed;
}

export function unwrap(element: Element): void {
  element.replaceWith(...element.childNodes);
}
