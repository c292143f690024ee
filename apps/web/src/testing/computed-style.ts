/** What decides the display of an element in the styles of a browser, beside its name. */
const ATTRIBUTES = ['hidden', 'open', 'type', 'popover'];

const displays = new Map<string, string>();

/** The set-up runs once per file, the files of a worker share its window. */
const replaced = new WeakSet<Window>();

/**
 * Replaces `getComputedStyle` by one that works out only what is read. Queries by role read the display
 * and the visibility of some thousand elements in each test, for which jsdom matches every rule of its
 * own style sheet with each of them. Elements of the same kind get the display of the first one;
 * whatever a page styles itself, and other properties, come from jsdom as before.
 */
export function computeStylesOnDemand(window: Window & typeof globalThis): void {
  if (replaced.has(window)) return;
  replaced.add(window);
  const compute = window.getComputedStyle.bind(window);
  window.getComputedStyle = (element, pseudo) => {
    if (pseudo || element.ownerDocument !== window.document) return compute(element, pseudo);
    let whole: CSSStyleDeclaration | undefined;
    const all = () => {
      whole ??= compute(element);
      return whole;
    };
    const read = (name: string) => {
      if (name === 'display') return displayOf(element, all);
      if (name === 'visibility') return visibilityOf(element, all);
      return all().getPropertyValue(name);
    };
    return new Proxy({} as CSSStyleDeclaration, {
      get: (_, name) => {
        if (name === 'getPropertyValue') return read;
        if (name === 'display' || name === 'visibility') return read(name);
        const value: unknown = Reflect.get(all(), name);
        return typeof value === 'function' ? value.bind(all()) : value;
      },
    });
  };
}

function displayOf(element: Element, all: () => CSSStyleDeclaration): string {
  if (isStyled(element, 'display') || element.localName === 'summary') return all().display;
  const attributes = ATTRIBUTES.map((name) => element.getAttribute(name));
  const kind = JSON.stringify([
    element.namespaceURI,
    element.localName,
    element.isConnected,
    ...attributes,
  ]);
  const former = displays.get(kind);
  if (former !== undefined) return former;
  const { display } = all();
  displays.set(kind, display);
  return display;
}

function visibilityOf(element: Element, all: () => CSSStyleDeclaration): string {
  for (let one: Element | null = element; one !== null; one = one.parentElement) {
    if (one.hasAttribute('hidden') || isStyled(one, 'visibility')) return all().visibility;
  }
  return 'visible';
}

/** Whether the element's own style, or any style sheet of the page, may set the property. */
function isStyled(element: Element, property: string): boolean {
  return (
    element.getAttribute('style')?.includes(property) === true ||
    readSheets(element.ownerDocument).includes(property)
  );
}

const known = { count: 0, last: null as CSSStyleSheet | null, text: '' };

/** The rules of the page's style sheets, read again when one was added or removed. */
function readSheets({ styleSheets }: Document): string {
  const count = styleSheets.length;
  const last = styleSheets[count - 1] ?? null;
  if (known.count !== count || known.last !== last) {
    const rules = [...styleSheets].flatMap(({ cssRules }) => [...cssRules]);
    Object.assign(known, { count, last, text: rules.map(({ cssText }) => cssText).join('\n') });
  }
  return known.text;
}
