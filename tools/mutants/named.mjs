import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../scripts/lib/root.mjs';
import { mutantsOf } from './mutators.mjs';

export const hashOf = (...parts) =>
  createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 12);

function lineAt(source, position) {
  const begin = source.lastIndexOf('\n', position - 1) + 1;
  const end = source.indexOf('\n', position);
  return source.slice(begin, end === -1 ? undefined : end).trim();
}

const short = (text) => {
  const line = text.replace(/\s+/g, ' ');
  return line.length > 60 ? `${line.slice(0, 57)}...` : line;
};

/**
 * The mutants of a file with what a person needs to find them: the line, its number, what is replaced by what. The id
 * is made of these and not of positions, so that it outlives changes elsewhere in the file.
 */
export function namedMutants(file) {
  const source = readFileSync(join(root, file), 'utf8');
  const seen = new Map();
  const mutants = mutantsOf(file, source).map((mutant) => {
    const code = lineAt(source, mutant.start);
    const change = `${short(source.slice(mutant.start, mutant.end))} → ${short(mutant.text)}`;
    const name = hashOf(file, code, change);
    const turn = seen.get(name) ?? 0;
    seen.set(name, turn + 1);
    const line = source.slice(0, mutant.start).split('\n').length;
    return { ...mutant, id: turn === 0 ? name : `${name}${turn}`, file, line, code, change };
  });
  return { source, mutants };
}
