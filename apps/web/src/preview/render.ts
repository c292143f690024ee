import DOMPurify from 'dompurify';
import type { CodePart } from '../ui/code/parts.ts';
import type { Output, Part } from './parts.ts';
import { trusted, trustedScript } from './workers.ts';

/** Values of attributes with addresses: pictures as data, and parts of the same drawing. */
const OWN_ADDRESSES = /^(?:data:image\/|#)/i;
const ADDRESSES = /^(?:(?:xlink:)?href|src|srcset|poster|background|action|cite|data|longdesc)$/i;
/** Values of other attributes begin with no protocol. */
const OWN_VALUES = /^(?:data:image\/|[^a-z]|[a-z+.-]+(?:[^a-z+.\-:]|$))/i;
DOMPurify.addHook('uponSanitizeAttribute', (_, data) => {
  if (ADDRESSES.test(data.attrName) && !OWN_ADDRESSES.test(data.attrValue)) data.keepAttr = false;
});
/** Rows of a table of a notebook. */
const TABLE_ROWS = 200;
const TABLE_CELLS = 50;

/** A part of a file as nodes; nothing in them is a script, loads anything or leads anywhere. */
export function renderPart(part: Part): Node {
  switch (part.type) {
    case 'code':
      return renderLines(part.first, part.parts);
    case 'rows':
      return renderRows(part);
    case 'prose':
      return renderProse(part.html);
    case 'page':
      return renderPage(part.svg);
    case 'cell':
      return renderCell(part);
  }
}

/** In a tree of its own: its parts name each other by ids, which other pages have as well. */
function renderPage(svg: string): Node {
  const drawing = sanitise(svg, {
    USE_PROFILES: { svg: true, svgFilters: true },
    FORBID_TAGS: ['style', 'a'],
  });
  const root = drawing.firstElementChild;
  if (root instanceof SVGElement) Object.assign(root.style, { width: '100%', height: '100%' });
  const box = create('div', 'drawing');
  box.attachShadow({ mode: 'open' }).append(drawing);
  return box;
}

function renderLines(first: number, parts: readonly CodePart[]): Node {
  const lines = create('pre', 'lines');
  lines.append(...parts.map(nodeOf));
  const count = (lines.textContent ?? '').split('\n').length;
  const numbers = create('pre', 'numbers');
  numbers.setAttribute('aria-hidden', 'true');
  numbers.textContent = Array.from({ length: count }, (_, at) => first + at).join('\n');
  const box = create('div', 'code');
  box.append(numbers, lines);
  return box;
}

function nodeOf(part: CodePart): Node {
  if (typeof part === 'string') return document.createTextNode(part);
  const element = create('span', part.classes);
  element.append(...part.parts.map(nodeOf));
  return element;
}

function renderRows({ title, first, rows, widths }: Extract<Part, { type: 'rows' }>): Node {
  const fragment = document.createDocumentFragment();
  if (title !== null) fragment.append(create('h2', 'sheet', title));
  const table = create('table', 'rows');
  const columns = create('colgroup');
  for (const width of [7, ...widths]) {
    const column = create('col');
    column.style.width = `calc(${width}ch * var(--zoom) + 17px)`;
    columns.append(column);
  }
  table.append(columns);
  for (const [at, cells] of rows.entries()) {
    const row = create('tr');
    if (first + at === 1) row.dataset.head = '';
    const number = create('th', '', String(first + at));
    number.scope = 'row';
    row.append(number);
    for (const column of widths.keys()) row.append(create('td', '', cells[column] ?? ''));
    table.append(row);
  }
  fragment.append(table);
  return fragment;
}

function renderProse(html: string): HTMLElement {
  const box = create('div', 'prose');
  box.append(
    sanitise(html, {
      USE_PROFILES: { html: true, mathMl: true },
      FORBID_TAGS: ['style', 'form', 'input', 'button', 'textarea', 'select', 'video', 'audio'],
      FORBID_ATTR: ['href', 'id', 'class', 'style', 'name'],
    }),
  );
  return box;
}

function renderCell({ count, code, outputs }: Extract<Part, { type: 'cell' }>): Node {
  const cell = create('div', 'cell');
  if (count !== '') cell.append(create('div', 'count', `[${count}]`));
  const source = create('pre');
  source.append(...code.map(nodeOf));
  cell.append(source, ...outputs.map(renderOutput));
  return cell;
}

function renderOutput(output: Output): Node {
  const box = create('div', 'output');
  if (output.type === 'picture') {
    const picture = create('img');
    picture.src = output.src;
    picture.alt = '출력된 사진';
    box.append(picture);
  } else if (output.type === 'prose') {
    box.append(renderProse(output.html));
  } else {
    const tables = output.type === 'tables' ? tablesOf(output.html) : [];
    box.append(...(tables.length > 0 ? tables : [textOf(output)]));
  }
  return box;
}

function textOf(output: Extract<Output, { text: string }>): Node {
  const text = create('pre', '', output.text);
  if (output.type === 'text' && output.isError) text.dataset.error = '';
  return text;
}

/** The texts of tables, read from a document that never becomes part of this one. */
function tablesOf(html: string): Node[] {
  const { body } = new DOMParser().parseFromString(trusted(html), 'text/html');
  return [...body.querySelectorAll('table')].slice(0, 3).map((found) => {
    const table = create('table');
    for (const row of [...found.rows].slice(0, TABLE_ROWS)) {
      const shown = create('tr');
      for (const cell of [...row.cells].slice(0, TABLE_CELLS)) {
        shown.append(create(cell.tagName === 'TH' ? 'th' : 'td', '', cell.textContent ?? ''));
      }
      table.append(shown);
    }
    return table;
  });
}

function sanitise(html: string, options: object): DocumentFragment {
  return DOMPurify.sanitize(html, {
    ...options,
    ALLOWED_URI_REGEXP: OWN_VALUES,
    RETURN_DOM_FRAGMENT: true,
    TRUSTED_TYPES_POLICY: { createHTML: trusted, createScriptURL: trustedScript } as never,
  }) as unknown as DocumentFragment;
}

function create<K extends keyof HTMLElementTagNameMap>(tag: K, className = '', text = '') {
  const element = document.createElement(tag);
  if (className !== '') element.className = className;
  if (text !== '') element.textContent = text;
  return element;
}
