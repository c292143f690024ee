const HIDDEN =
  /(?:^|[;\s])(?:display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse)|mso-hide\s*:\s*all|opacity\s*:\s*0(?:\.0+)?\s*(?:;|$|!)|max-height\s*:\s*0(?:px|pt|em|rem|%)?\s*(?:;|$|!)|clip\s*:\s*rect\(\s*[01](?:px)?(?:[\s,]+[01](?:px)?){3}\s*\)|(?:left|right|top|text-indent)\s*:\s*-\d{4,})/i;
const NO_HEIGHT = /(?:^|[;\s])height\s*:\s*[01](?:px|pt)?\s*(?:;|$|!)/i;
const CUTS_OFF = /(?:^|[;\s])overflow(?:-y)?\s*:\s*(?:hidden|clip)/i;
const FONT_SIZE = /(?:^|[;\s])font(?:-size\s*:|\s*:[^;]*?\s)\s*(\d*\.?\d+)(px|pt|em|rem|%)?/i;
const KEEPS_SPACES = /white-space(?:-collapse)?\s*:\s*(?:pre|break-spaces|preserve)/i;
const SHOWN_AS_BLOCK =
  /(?:^|[;\s])display\s*:\s*(?:block|flex|grid|list-item|table|flow-root)\s*(?:;|$|!)/i;

/** The style as it is written: browsers drop what they do not know, such as `mso-list`. */
export function styleOf(element: Element): string {
  return element.getAttribute('style') ?? '';
}

/** Whether the page that was copied did not show the element. */
export function isHidden(element: Element): boolean {
  const style = styleOf(element);
  const isCut = NO_HEIGHT.test(style) && CUTS_OFF.test(style);
  return element.hasAttribute('hidden') || HIDDEN.test(style) || isCut;
}

/** Whether text of the element has no size: null where its parent decides. */
export function hasNoSize(element: Element): boolean | null {
  const [, size, unit] = FONT_SIZE.exec(styleOf(element)) ?? [];
  if (size === undefined) return null;
  if (Number(size) === 0) return true;
  return /^(?:em|%)$/i.test(unit ?? '') ? null : false;
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
