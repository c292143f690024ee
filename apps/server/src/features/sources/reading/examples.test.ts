import { readFileSync } from 'node:fs';
import { sourceConfigSchema } from '@naru/contract/source-config';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { findIn } from './reading.fixture.ts';
import { findSelectorFaults } from './selectors.ts';

interface Block {
  kind: string;
  text: string;
}

/** The fenced blocks of a page of the documentation: an example is a page, and then its source. */
function examplesOf(path: string) {
  const page = readFileSync(new URL(`../../../../../../${path}`, import.meta.url), 'utf8');
  const blocks: Block[] = [...page.matchAll(/```([\w ]+)\n([\s\S]*?)```/g)].map(
    ([, kind = '', text = '']) => ({ kind, text }),
  );
  return blocks.flatMap(({ kind, text }, index) => {
    const before = blocks[index - 1];
    if (kind !== 'json' || before === undefined || !text.includes('"name"')) return [];
    return [{ type: String(JSON.parse(text).type), source: JSON.parse(text), page: before.text }];
  });
}

describe.each(['docs/sources.md', 'docs/guide/sources.md'])('examples of %s', (path) => {
  const examples = examplesOf(path);

  it('are of every type [SRC-01]', () => {
    expect([...new Set(examples.map(({ type }) => type))].toSorted()).toEqual(
      sourceConfigSchema.def.options.map((option) => option.shape.type.def.values[0]).toSorted(),
    );
  });

  it.each(examples)('find what their page has: $source.name [SRC-01]', ({ source, page }) => {
    const config = z.parse(sourceConfigSchema, source);
    expect(findSelectorFaults(config)).toEqual([]);
    const { content, faults } = findIn(config, page);
    const found = Object.values(content).find((value) => Array.isArray(value));
    expect(found?.length).toBeGreaterThan(0);
    expect(faults).toEqual([]);
  });
});
