/** What a member's macro stands for, as KaTeX stores it: tokens and arguments are in reverse order. */
interface Definition {
  tokens: Token[];
  numArgs: number;
  delimiters?: string[][];
  unexpandable?: boolean;
}

type Token = { text: string };
type Expander = { consumeArgs: (count: number, delimiters?: string[][]) => Token[][] };

/**
 * Macros for one formula, for KaTeX's option `macros`. KaTeX counts expansions, not what they produce: here all
 * macros that the formula defines produce at most `max` tokens together. One more throws an error that is no
 * `ParseError`.
 */
export function boundedMacros(max: number): Record<string, object> {
  let left = max;
  const take = (tokens: number) => {
    left -= tokens;
    if (left < 0) throw new RangeError('the macros of a formula produce too many tokens');
  };
  return new Proxy<Record<string, object>>(
    {},
    {
      set: (macros, name: string, macro: unknown) =>
        Reflect.set(macros, name, isOwn(macro) ? expansionOf(macro, take) : macro),
    },
  );
}

/** False for the functions below and for characters that `\let` made a command. */
function isOwn(macro: unknown): macro is Definition {
  return typeof macro === 'object' && macro !== null && !(macro as Definition).unexpandable;
}

function expansionOf(definition: Definition, take: (tokens: number) => void) {
  const { tokens, numArgs, delimiters } = definition;
  return (expander: Expander) => {
    const args = expander.consumeArgs(numArgs, delimiters);
    const pasted = numArgs === 0 ? tokens : paste(tokens, args, take);
    take(pasted.length);
    return { tokens: pasted, numArgs: 0 };
  };
}

/** The tokens of a macro with its arguments in place of `#1` to `#9`, and `#` in place of `##`. */
function paste(tokens: Token[], args: Token[][], take: (tokens: number) => void): Token[] {
  const pasted: Token[] = [];
  for (let at = tokens.length - 1; at >= 0; at -= 1) {
    const token = tokens[at] as Token;
    const next = tokens[at - 1];
    if (token.text !== '#' || next === undefined) {
      pasted.push(token);
      continue;
    }
    at -= 1;
    const arg = args[Number(next.text) - 1];
    if (arg === undefined) {
      pasted.push(next);
      continue;
    }
    // Before they are copied: two arguments of two thousand tokens can make a million.
    take(arg.length);
    pasted.push(...arg.toReversed());
  }
  return pasted.reverse();
}
