import { readLanguage } from '@naru/contract/formats';
import { lowlight } from './lowlight.ts';

type Part = { type: string; value?: string; children?: Part[]; properties?: object };

/** Colours the text of a code element by the language of its class. */
export function highlightCode(code: HTMLElement): void {
  const language = readLanguage(code.className);
  if (language === null) return;
  const { children } = lowlight.highlight(language, code.textContent ?? '');
  code.replaceChildren(...children.map((part) => nodeOf(part as Part)));
}

function nodeOf({ value = '', children, properties }: Part): Node {
  if (children === undefined) return document.createTextNode(value);
  const element = document.createElement('span');
  const { className = [] } = (properties ?? {}) as { className?: string[] };
  element.className = className.join(' ');
  element.append(...children.map(nodeOf));
  return element;
}
