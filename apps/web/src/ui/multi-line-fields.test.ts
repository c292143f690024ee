import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const SOURCE = join(import.meta.dirname, '..');
const FIELDS = ['TextArea', 'RichEditor', 'CommentForm', 'Composer'];
/** The shared fields themselves. */
const SHARED = { textarea: 'ui/text-input.tsx', useEditor: 'ui/editor/rich-editor.tsx' };
/** Where the line below the field is somewhere else: above the buttons, or a bar above the form. */
const NOTE_ELSEWHERE = ['features/chat/composer.tsx', 'entities/writing/writing-form.tsx'];

const files = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' }).filter(
  (path) => path.endsWith('.tsx') && !/\.(test|fixture)\.|^gallery/.test(path),
);

type Field = { path: string; name: string; attributes: string };

/** The attributes of the element whose name ends at `from`. */
function attributesAt(text: string, from: number): string {
  let depth = 0;
  for (let at = from; at < text.length; at += 1) {
    if (text[at] === '{') depth += 1;
    else if (text[at] === '}') depth -= 1;
    else if (text[at] === '>' && depth === 0) return text.slice(from, at);
  }
  throw new Error('The element does not end.');
}

function fieldsOf(path: string): Field[] {
  const text = readFileSync(join(SOURCE, path), 'utf8');
  const elements = text.matchAll(/<(textarea|TextArea|RichEditor|CommentForm|Composer)(?=[\s/>])/g);
  const found = [...elements].map(({ 0: tag, 1: name = '', index }) => ({
    path,
    name,
    attributes: attributesAt(text, index + tag.length),
  }));
  const other = text.matchAll(/\b(?:useEditor\(|contentEditable\b)/g);
  return [...found, ...[...other].map(() => ({ path, name: 'useEditor', attributes: '' }))];
}

const fields = files.flatMap(fieldsOf);

describe('a field of more than one line', () => {
  it.each(Object.entries(SHARED))('is made by the shared one: %s [REL-170]', (name, path) => {
    expect(fields.filter((field) => field.name === name).map((field) => field.path)).toEqual([
      path,
    ]);
  });

  const used = fields.filter(({ name }) => FIELDS.includes(name));

  it('is found', () => {
    expect(used.length).toBeGreaterThan(25);
  });

  it.each(used.map((field) => [`${field.path}: ${field.attributes.slice(0, 60)}`, field] as const))(
    'keeps what is typed on the device: %s [REL-170]',
    (_place, { path, attributes }) => {
      expect(attributes).toMatch(/\.area\(|draft=\{/);
      const hasNote = !attributes.includes('NO_DRAFT_NOTE');
      expect(hasNote || NOTE_ELSEWHERE.includes(path)).toBe(true);
    },
  );
});
