// @vitest-environment jsdom
import { Editor } from '@tiptap/core';
import fc from 'fast-check';
import { afterAll, expect, it } from 'vitest';
import { readContent, sanitizePost } from '../../apps/server/src/domain/posts/html.ts';
import {
  fullImageOf,
  sanitizePost as sanitizeForReader,
} from '../../apps/web/src/features/posts/sanitize.ts';
import {
  getEditorHtml,
  openStoredHtml,
  setEditorHtml,
} from '../../apps/web/src/ui/editor/editor-html.ts';
import { editorExtensions } from '../../apps/web/src/ui/editor/editor-schema.ts';
import { CODE_LANGUAGES, TEXT_COLORS } from '../../packages/contract/src/formats.ts';

const writer = new Editor({ extensions: editorExtensions('') });
const later = new Editor({ extensions: editorExtensions('') });
const { schema } = writer;
afterAll(() => {
  writer.destroy();
  later.destroy();
});

const node = (type, attrs, content) => ({
  type,
  ...(attrs && { attrs }),
  ...(content && { content }),
});
const orNull = (arbitrary) => fc.option(arbitrary, { nil: null });

const letters = fc.constantFrom(
  '가',
  '힣',
  '홍길동',
  'a',
  'main.py',
  '1.',
  '92',
  '<b>',
  '&amp;',
  '"',
  '$',
  '-',
);
const spaces = fc.constantFrom(' ', '  ', '    ', '\t', ' \t ', '\u00a0', '\u3000');
const typed = fc
  .array(fc.oneof({ weight: 2, arbitrary: letters }, spaces), { minLength: 1, maxLength: 6 })
  .map((parts) => parts.join(''));

const mark = fc.oneof(
  fc
    .constantFrom('bold', 'italic', 'underline', 'strike', 'superscript', 'subscript')
    .map((type) => ({ type })),
  fc.constantFrom(...TEXT_COLORS).map((color) => ({ type: 'textColor', attrs: { color } })),
  fc
    .integer({ min: 1, max: 100 })
    .map((px) => ({ type: 'textStyle', attrs: { fontSize: `${px}px` } })),
  fc
    .constantFrom(
      'https://a.example/길?b=1&c="',
      'http://a.example',
      'mailto:a.b@c.ac.kr',
      'tel:+82-51-1',
    )
    .map((href) => ({ type: 'link', attrs: { href } })),
  fc.constant({ type: 'code' }),
);
/** Added one by one, so that those that exclude each other do not meet. */
const marks = fc.array(mark, { maxLength: 3 }).map((chosen) =>
  chosen
    .map(({ type, attrs }) => schema.marks[type].create(attrs))
    .reduce((set, one) => one.addToSet(set), schema.marks.bold.create().removeFromSet([]))
    .map((one) => one.toJSON()),
);

const formula = fc.record({
  latex: fc.constantFrom('x^2', 'a  < b', '\\frac{1}{n}', ' x '),
  kind: fc.constantFrom('inline', 'block'),
});
const inline = fc
  .tuple(
    fc.oneof(
      { weight: 6, arbitrary: typed.map((text) => ({ type: 'text', text })) },
      { weight: 2, arbitrary: fc.constant(node('hardBreak')) },
      { weight: 1, arbitrary: formula.map((attrs) => node('formula', attrs)) },
    ),
    marks,
  )
  .map(([given, set]) => ({ ...given, marks: set }));
const inlines = fc.array(inline, { maxLength: 5 });
const textAlign = fc.constantFrom(null, null, 'center', 'right');

const paragraph = fc
  .tuple(textAlign, inlines)
  .map(([align, content]) => node('paragraph', { textAlign: align }, content));
const blank = fc.constant(node('paragraph'));
const heading = fc
  .tuple(fc.constantFrom(2, 3), textAlign, inlines)
  .map(([level, align, content]) => node('heading', { level, textAlign: align }, content));
const code = fc
  .tuple(
    orNull(fc.constantFrom(...Object.keys(CODE_LANGUAGES))),
    fc.constantFrom('', 'print(1)', '\n\n  a < b\n\tc\n', 'x  y', '&lt;'),
  )
  .map(([language, text]) =>
    node('codeBlock', { language }, text === '' ? [] : [{ type: 'text', text }]),
  );
const image = fc
  .tuple(
    fc.constantFrom('a', 'b_-9'),
    fc.constantFrom('바다', 'a "b" <c>'),
    orNull(fc.integer({ min: 1, max: 4000 })),
  )
  .map(([name, alt, width]) =>
    node('image', { src: `/files/${name}.webp`, alt, width, height: width }),
  );
const rule = fc.constant(node('horizontalRule'));

const { block } = fc.letrec((tie) => {
  const item = fc
    .tuple(paragraph, fc.array(tie('block'), { maxLength: 2 }))
    .map(([first, rest]) => node('listItem', null, [first, ...rest]));
  const items = fc.array(item, { minLength: 1, maxLength: 3 });
  return {
    block: fc.oneof(
      { maxDepth: 3, depthSize: 'small' },
      paragraph,
      blank,
      heading,
      code,
      image,
      rule,
      items.map((content) => node('bulletList', null, content)),
      fc
        .tuple(fc.constantFrom(1, 0, 3, 9999), fc.constantFrom(null, 'a', 'A', 'i', 'I'), items)
        .map(([start, type, content]) => node('orderedList', { start, type }, content)),
      fc
        .array(tie('block'), { minLength: 1, maxLength: 2 })
        .map((content) => node('blockquote', null, content)),
      table(tie('block')),
    ),
  };
});

/** A grid that is filled with cells of chosen spans, as far as there is room. */
function table(content) {
  const cell = fc.record({
    columns: fc.constantFrom(1, 1, 2, 3),
    rows: fc.constantFrom(1, 1, 2),
    type: fc.constantFrom('tableCell', 'tableHeader'),
    align: textAlign,
    content: fc.oneof(
      blank.map((one) => [one]),
      fc.array(content, { minLength: 1, maxLength: 2 }),
    ),
  });
  return fc
    .record({
      widths: fc.oneof(
        fc.constant([0, 0, 0]),
        fc.array(fc.constantFrom(0, 40, 120, 999), { minLength: 3, maxLength: 3 }),
      ),
      height: fc.integer({ min: 1, max: 3 }),
      cells: fc.array(cell, { minLength: 9, maxLength: 9 }),
    })
    .map(({ widths, height, cells }) => node('table', null, rowsOf(widths, height, [...cells])));
}

function rowsOf(widths, height, cells) {
  const filled = Array.from({ length: height }, () => widths.map(() => false));
  return filled.map((row, top) => {
    const content = [];
    row.forEach((isFilled, left) => {
      if (isFilled) return;
      const { columns, rows, type, align, content: blocks } = cells.shift();
      const next = row.findIndex((other, at) => at > left && other);
      const colspan = Math.min(columns, (next < 0 ? widths.length : next) - left);
      const rowspan = Math.min(rows, height - top);
      for (let down = 0; down < rowspan; down += 1)
        filled[top + down].fill(true, left, left + colspan);
      const own = widths.slice(left, left + colspan);
      const colwidth = own.some((width) => width > 0) ? own : null;
      content.push(node(type, { colspan, rowspan, colwidth, align }, blocks));
    });
    return node('tableRow', null, content);
  });
}

/** Ends with a paragraph, as every text in the editor does. */
const written = fc
  .tuple(fc.array(block, { minLength: 1, maxLength: 4 }), fc.oneof(blank, paragraph))
  .map(([blocks, last]) => schema.nodeFromJSON(node('doc', null, [...blocks, last])))
  .filter((doc) => {
    doc.check();
    // Blank lines alone are no text.
    return doc.content.content.some(
      ({ type, childCount }) => type.name !== 'paragraph' || childCount > 0,
    );
  });

function opened(html) {
  setEditorHtml(later, html);
  return later.state.doc;
}

/** What a reader sees, with the addresses of the full pictures. */
function shown(stored) {
  const body = document.createElement('div');
  body.innerHTML = String(sanitizeForReader(stored));
  for (const picture of body.querySelectorAll('img'))
    picture.src = fullImageOf(picture.getAttribute('src'));
  return body.innerHTML;
}

/** The other editor has a schema of its own. */
function same(actual, doc, step) {
  if (schema.nodeFromJSON(actual.toJSON()).eq(doc)) return;
  expect(actual.toJSON(), step).toEqual(doc.toJSON());
}

it('shows writers and readers the same, in the editor, stored, read, edited and restored [POST-278]', () => {
  fc.assert(
    fc.property(written, (doc) => {
      writer.commands.setContent(doc.toJSON(), { emitUpdate: false });
      same(writer.state.doc, doc, 'in the editor');
      const sent = getEditorHtml(writer);
      const stored = sanitizePost(sent);
      expect(sanitizePost(stored), 'stored twice').toBe(stored);
      same(opened(sent), doc, 'restored from a draft');
      same(opened(shown(stored)), doc, 'read');
      same(opened(stored), doc, 'opened for an edit');
      expect(sanitizePost(getEditorHtml(later)), 'saved after a change elsewhere').toBe(stored);
      openStoredHtml(later, stored);
      expect(getEditorHtml(later), 'saved with another title').toBe(stored);
    }),
    { numRuns: 25 },
  );
});

it('keeps words and lines apart in the text for lists, search, notifications and e-mails [POST-278]', () => {
  const plain = written.filter((doc) => !/"(?:super|sub)script"/.test(JSON.stringify(doc)));
  fc.assert(
    fc.property(plain, (doc) => {
      writer.commands.setContent(doc.toJSON(), { emitUpdate: false });
      const { text } = readContent(sanitizePost(getEditorHtml(writer)));
      const leaf = ({ type, attrs }) => (type.name === 'formula' ? attrs.latex : '\n');
      const words = doc.textBetween(0, doc.content.size, '\n', leaf).normalize('NFC').split(/\s+/);
      expect(text.split(/\s+/).filter(Boolean)).toEqual(words.filter(Boolean));
    }),
    { numRuns: 25 },
  );
});
