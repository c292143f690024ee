/** The user wants the question before. */
export const BACK = Symbol('back');

/** An answer, the question before, or others by their keys, before this one comes again. */
export type Reply = string | typeof BACK | { again: readonly string[] };

/** Answers by the keys of their steps. */
export type Given = Readonly<Record<string, string>>;

export interface Step {
  key: string;
  /** Not stored while setup is interrupted. */
  isSecret?: boolean;
  /** Asked only if this returns true. */
  when?: (given: Given) => boolean;
  ask(given: Given): Promise<Reply>;
}

interface Options {
  steps: readonly Step[];
  /** From an interrupted run. */
  draft: Given;
  /** Called after each answer, with all that are no secrets. */
  save(given: Given): Promise<void>;
  /** Called when there is no question before. */
  onFirst(): void;
}

/** Asks each open step once; those on the way back are open again. Resolves to all answers. */
export async function runInterview({ steps, draft, save, onFirst }: Options): Promise<Given> {
  const given: Record<string, string> = { ...draft };
  const known = new Set(Object.keys(draft));
  const secrets = new Set(steps.filter(({ isSecret }) => isSecret).map(({ key }) => key));
  const isOpen = ({ key, when }: Step) => (when?.(given) ?? true) && !known.has(key);
  const next = (from: number) => steps.findIndex((step, at) => at >= from && isOpen(step));
  /** The step that was asked before this one; it is open again. */
  const before = (at: number) => {
    const found = steps.slice(0, at).findLastIndex(({ when }) => when?.(given) ?? true);
    if (found === -1) onFirst();
    return found === -1 ? at : reopen(found);
  };
  const reopen = (at: number) => {
    known.delete(steps[at]?.key ?? '');
    return at;
  };
  let at = next(0);
  for (let step = steps[at]; step !== undefined; step = steps[at]) {
    const reply = await step.ask(given);
    if (reply === BACK) {
      at = before(at);
    } else if (typeof reply === 'string') {
      given[step.key] = reply;
      known.add(step.key);
      await save(withoutKeys(given, secrets));
      at = next(at + 1);
    } else {
      for (const key of reply.again) known.delete(key);
      at = next(0);
    }
  }
  return given;
}

const withoutKeys = (given: Given, keys: ReadonlySet<string>): Given =>
  Object.fromEntries(Object.entries(given).filter(([key]) => !keys.has(key)));
