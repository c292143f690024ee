import { DockerfileParser } from 'dockerfile-ast';
import { validate } from 'dockerfile-utils';

/** Instructions of each stage: `[{ name, from, steps: [{ keyword, args, line }] }]`. */
export function stagesOf(text) {
  const stages = [];
  for (const instruction of DockerfileParser.parse(text).getInstructions()) {
    const step = {
      keyword: instruction.getKeyword(),
      args: instruction.getRawArgumentsContent() ?? '',
      // Continued lines are one value.
      words: instruction.getArguments().map((argument) => argument.getValue()),
      flags: Object.fromEntries(
        (instruction.getFlags?.() ?? []).map((flag) => [flag.getName(), flag.getValue()]),
      ),
      line: instruction.getRange().start.line + 1,
    };
    if (step.keyword === 'FROM') {
      const [image, , name = ''] = step.words;
      stages.push({ name, image, steps: [] });
    } else {
      stages.at(-1)?.steps.push(step);
    }
  }
  return stages;
}

/** The list of a CMD, ENTRYPOINT or HEALTHCHECK in exec form; undefined for the shell form. */
export function execForm(args) {
  const list = /^(?:CMD\s+)?(\[.*\])\s*$/s.exec(args)?.[1];
  try {
    return list === undefined ? undefined : JSON.parse(list);
  } catch {
    return undefined;
  }
}

/** The command line with which a stage starts; its last words are those that a caller replaces. */
export function commandOf(stage) {
  const last = (name) => stage.steps.findLast(({ keyword }) => keyword === name)?.args ?? '[]';
  return { entry: execForm(last('ENTRYPOINT')), words: execForm(last('CMD')) };
}

/** Values that ENV sets in a stage. */
export function environmentOf(stage) {
  const words = stage.steps.filter(({ keyword }) => keyword === 'ENV').flatMap((one) => one.words);
  return Object.fromEntries(
    words.map((word) => {
      const [name, ...value] = word.split('=');
      return [name, value.join('=').replace(/^"(.*)"$/, '$1')];
    }),
  );
}

const PINNED = /^[\w./-]+:\d+\.\d+\.\d+[\w.-]*(@sha256:[0-9a-f]{64})?$/;

/** Lists what is wrong with a Dockerfile: its syntax, and rules for an image that is safe to run. */
export function faultsOfDockerfile(text) {
  const stages = stagesOf(text);
  const names = stages.map(({ name }) => name);
  const last = stages.at(-1);
  if (last === undefined) return ['the Dockerfile has no stage'];
  const stepsOf = (keyword) => last.steps.filter((step) => step.keyword === keyword);
  const user = stepsOf('USER').at(-1)?.args ?? 'root';
  const health = stepsOf('HEALTHCHECK').at(-1)?.args ?? '';
  const faults = [
    [/^(root|0)(:|$)/.test(user), 'the image runs as root'],
    [execForm(stepsOf('CMD').at(-1)?.args ?? '') === undefined, 'CMD has no exec form'],
    [
      execForm(stepsOf('ENTRYPOINT').at(-1)?.args ?? '[]') === undefined,
      'ENTRYPOINT has no exec form',
    ],
    [execForm(health) === undefined, 'HEALTHCHECK is missing or has no exec form'],
    [/\b(curl|wget)\b/.test(health), 'HEALTHCHECK needs a program that the image lacks'],
    [stepsOf('STOPSIGNAL').length === 0, 'STOPSIGNAL is missing'],
    [stepsOf('LABEL').length === 0, 'LABEL is missing'],
    [
      last.steps.some(({ keyword, args }) => keyword === 'RUN' && /\bnpm\b/.test(args)),
      'the last stage installs packages itself',
    ],
  ];
  return [
    ...validate(text).map(({ message, range }) => `line ${range.start.line + 1}: ${message}`),
    ...stages
      .filter(({ image }) => !names.includes(image) && !PINNED.test(image))
      .map(({ image }) => `${image} is not pinned to a version`),
    ...stages.flatMap(({ steps }) =>
      steps
        .filter(({ keyword }) => keyword === 'ADD')
        .map(({ line }) => `line ${line}: COPY instead of ADD`),
    ),
    ...faults.filter(([isFault]) => isFault).map(([, text]) => text),
  ];
}
