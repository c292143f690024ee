import {
  type DefaultTreeAdapterTypes,
  defaultTreeAdapter,
  parseFragment,
  html as spec,
} from 'parse5';

export const ALLOWED_TAGS = new Set(
  'p br hr h2 h3 ul ol li blockquote pre code strong em u s sup sub a img span table colgroup col tbody tr th td'.split(
    ' ',
  ),
);
const ALIGN = /^text-align:(?:center|right)$/;
const SPAN = /^(?:[2-9]|[1-9]\d|100)$/;
const ATTRIBUTES: Record<string, RegExp> = {
  'a href': /^(?:https?:\/\/[^\s\\]+|mailto:[\w.+-]+@[\w.-]+|tel:[\d+().-]+)$/i,
  'a rel': /^noopener noreferrer nofollow ugc$/,
  'a target': /^_blank$/,
  'img src': /^\/files\/[\w-]+\.webp$/,
  'img alt': /^/,
  'img width': /^\d{1,5}$/,
  'img height': /^\d{1,5}$/,
  'span style': /^font-size:[\d.]+px$/,
  'span data-color': /^(?:red|yellow|green|blue|violet)$/,
  'span data-formula': /^(?:inline|block)$/,
  'code class': /^language-[a-z]+$/,
  'p style': ALIGN,
  'h2 style': ALIGN,
  'h3 style': ALIGN,
  'td style': ALIGN,
  'th style': ALIGN,
  'td colspan': SPAN,
  'td rowspan': SPAN,
  'th colspan': SPAN,
  'th rowspan': SPAN,
  'ol start': /^\d{1,4}$/,
  'ol type': /^[aAiI]$/,
  'col width': /^\d{2,4}$/,
  'col span': SPAN,
};
type Node = DefaultTreeAdapterTypes.ChildNode;
type Element = DefaultTreeAdapterTypes.Element;

const holder = defaultTreeAdapter.createElement('div', spec.NS.HTML, []);

const isElement = (node: Node): node is Element => 'tagName' in node;

/** Parses the HTML like a browser; returns what is not on the allow-list. */
export function findDisallowed(html: string): string[] {
  const found: string[] = [];
  const waiting: Node[] = parseFragment(holder, html, {}).childNodes.toReversed();
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (!isElement(node)) continue;
    found.push(...violationsOf(node));
    waiting.push(...node.childNodes.toReversed());
  }
  return found;
}

function violationsOf({ tagName, namespaceURI, attrs }: Element): string[] {
  const bad = attrs
    .filter(({ name, value }) => ATTRIBUTES[`${tagName} ${name}`]?.test(value) !== true)
    .map(({ name, value }) => `${tagName} ${name}=${value}`);
  return ALLOWED_TAGS.has(tagName) && namespaceURI === spec.NS.HTML ? bad : [tagName, ...bad];
}
