import { DCLinter } from 'dclint';
import { parse } from 'yaml';

/** Style of dclint that this repository does not follow: order of keys, one fixed way to quote. */
const OFF = [
  'service-keys-order',
  'services-alphabetical-order',
  'service-dependencies-alphabetical-order',
  'top-level-properties-order',
  'service-ports-alphabetical-order',
  // Both servers run the image that the first one builds.
  'no-build-and-image',
];

/** What dclint finds in a file, given its full path: the specification's schema, then its rules. */
export function lintCompose(path) {
  const rules = {
    ...Object.fromEntries(OFF.map((rule) => [rule, 0])),
    // As the formatter of this repository writes them.
    'require-quotes-in-ports': [1, { quoteType: 'double' }],
  };
  const linter = new DCLinter({ rules, quiet: true, debug: false, exclude: [] });
  return linter
    .lintFiles([path], false)
    .flatMap(({ messages }) => messages)
    .map(({ line, message }) => `line ${line}: ${message}`);
}

/** Services that end: the others start again by themselves. */
const isJob = ({ restart }) => restart === 'no';

function faultsOfService([name, service], services) {
  const waits = Object.entries(service.depends_on ?? {});
  const faults = [
    [service.read_only !== true, 'its file system can be written'],
    [!service.cap_drop?.includes('ALL'), 'it keeps capabilities'],
    [!service.security_opt?.includes('no-new-privileges:true'), 'it may gain privileges'],
    [service.mem_limit === undefined, 'its memory has no limit'],
    [service.privileged === true || service.network_mode === 'host', 'it has the host'],
    // The image of Naru has one of its own.
    [
      !isJob(service) && !service.healthcheck && !/^naru:/.test(service.image),
      'it has no health check',
    ],
    ...waits.map(([other, { condition }]) => [
      condition !==
        (isJob(services[other] ?? {}) ? 'service_completed_successfully' : 'service_healthy'),
      `it does not wait for ${other} as it should`,
    ]),
  ];
  return faults.filter(([isFault]) => isFault).map(([, text]) => `${name}: ${text}`);
}

/** The compose file with its merges carried out. */
export const composeOf = (text) => parse(text, { merge: true });

/** Names of the variables that a compose file or a Caddyfile takes from outside. */
export function variablesOf(text) {
  return [
    ...new Set([...text.matchAll(/(?<!\$)\$?\{\$?([A-Z][A-Z0-9_]*)/g)].map(([, name]) => name)),
  ];
}

/** The value of a variable by its form; `word` follows the sign. */
const FORMS = {
  '': (isSet, value) => (isSet ? value : ''),
  '-': (isSet, value, word) => (isSet ? value : word),
  '+': (isSet, _, word) => (isSet ? word : ''),
  '?': (isSet, value, word, name) => {
    if (!isSet) throw new Error(`a variable is missing: ${word || name}`);
    return value;
  },
};

/**
 * The text with its variables as Compose puts them in. Throws an error with the message of a variable that must be
 * set.
 */
export function interpolate(text, variables) {
  return text.replace(/\$\$|\$\{(\w+)(:?)([-?+]?)([^}]*)\}/g, (found, name, colon, sign, word) => {
    if (found === '$$') return '$';
    const value = variables[name];
    const isSet = colon === ':' ? Boolean(value) : value !== undefined;
    return FORMS[sign](isSet, value, word, name);
  });
}

/** Lists where a compose file breaks the rules of this repository for services. */
export function faultsOfCompose(text) {
  const { services = {} } = composeOf(text);
  const secrets = /(PASSWORD|SECRET\w*|ACCESS_KEY): (?!\$\{)\S/;
  return [
    ...Object.entries(services).flatMap((one) => faultsOfService(one, services)),
    ...text
      .split('\n')
      .flatMap((line, at) => (secrets.test(line) ? [`line ${at + 1}: a secret in the file`] : [])),
  ];
}
