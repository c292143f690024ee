import { existsSync } from 'node:fs';
import { PlainError, withProgress } from './progress.mjs';
import { run } from './run.mjs';

/** Programs that the tests need and npm does not provide. */
const PROGRAMS = {
  chromium: {
    title: 'Chromium',
    variable: 'CHROMIUM_PATH',
    // Tests are headless anyway: Debian's headless build of Chromium needs a quarter less CPU for them.
    debianPackage: 'chromium-headless-shell',
    places: [
      '/usr/bin/chromium-headless-shell',
      '/usr/bin/chromium',
      '/usr/bin/chromium-browser',
      '/usr/bin/google-chrome',
      '/usr/bin/google-chrome-stable',
      '/usr/bin/google-chrome-beta',
      '/usr/bin/google-chrome-unstable',
      '/opt/google/chrome/chrome',
      '/snap/bin/chromium',
      '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
      '/Applications/Chromium.app/Contents/MacOS/Chromium',
    ],
    need: 'The browser tests need Chromium or Google Chrome.',
  },
  redis: {
    title: 'Redis',
    variable: 'REDIS_SERVER_PATH',
    debianPackage: 'redis-server',
    places: [
      '/usr/bin/redis-server',
      '/usr/bin/valkey-server',
      '/usr/local/bin/redis-server',
      '/opt/homebrew/bin/redis-server',
    ],
    need: 'The tests of several servers need Redis or Valkey.',
  },
  prometheus: {
    title: 'Prometheus',
    variable: 'PROMETHEUS_PATH',
    debianPackage: 'prometheus',
    places: ['/usr/bin/prometheus', '/usr/local/bin/prometheus', '/opt/homebrew/bin/prometheus'],
    need: 'The tests of the alert rules need Prometheus.',
  },
  promtool: {
    title: 'promtool',
    variable: 'PROMTOOL_PATH',
    debianPackage: 'prometheus',
    places: ['/usr/bin/promtool', '/usr/local/bin/promtool', '/opt/homebrew/bin/promtool'],
    need: 'The tests of the alert rules need promtool, which comes with Prometheus.',
  },
  firefox: {
    title: 'Firefox',
    variable: 'FIREFOX_PATH',
    debianPackage: 'firefox-esr',
    places: [
      '/usr/bin/firefox-esr',
      '/usr/bin/firefox',
      '/Applications/Firefox.app/Contents/MacOS/firefox',
    ],
    need: 'The journeys in Firefox need it.',
  },
  webkit: {
    title: 'WebKit',
    variable: 'WEBKIT_DRIVER_PATH',
    debianPackage: 'webkit2gtk-driver',
    places: ['/usr/bin/WebKitWebDriver'],
    need: 'The journeys in WebKit need WebKitGTK with its WebDriver.',
  },
  xvfb: {
    title: 'Xvfb',
    variable: 'XVFB_PATH',
    debianPackage: 'xvfb',
    places: ['/usr/bin/Xvfb'],
    need: 'The journeys in windows need a screen without a monitor.',
  },
  window: {
    title: 'Chromium with windows',
    variable: 'CHROMIUM_WINDOW_PATH',
    debianPackage: 'chromium',
    places: ['/usr/bin/chromium'],
    need: 'An input method types into windows of Chromium, which its headless build has not.',
  },
  dbus: {
    title: 'D-Bus',
    variable: 'DBUS_PATH',
    debianPackage: 'dbus-daemon',
    places: ['/usr/bin/dbus-daemon'],
    need: 'The input method needs a message bus.',
  },
  hangul: {
    title: 'ibus with Hangul',
    variable: 'IBUS_HANGUL_PATH',
    debianPackage: 'ibus-hangul',
    places: ['/usr/libexec/ibus-engine-hangul', '/usr/lib/ibus/ibus-engine-hangul'],
    need: 'The cases of Hangul need the input method that composes it.',
  },
  ibusModule: {
    title: "ibus's module for GTK 3",
    variable: 'IBUS_MODULE_PATH',
    debianPackage: 'ibus-gtk3',
    places: ['x86_64', 'aarch64'].map(
      (machine) => `/usr/lib/${machine}-linux-gnu/gtk-3.0/3.0.0/immodules/im-ibus.so`,
    ),
    need: 'The browsers reach the input method by a module of GTK 3.',
  },
  faketime: {
    title: 'libfaketime',
    variable: 'FAKETIME_LIBRARY',
    debianPackage: 'libfaketime',
    places: ['x86_64', 'aarch64'].map(
      (machine) => `/usr/lib/${machine}-linux-gnu/faketime/libfaketime.so.1`,
    ),
    need: 'The year of the soak moves the time of a server and its database with it.',
  },
  xdotool: {
    title: 'xdotool',
    variable: 'XDOTOOL_PATH',
    debianPackage: 'xdotool',
    places: ['/usr/bin/xdotool'],
    need: 'The cases of Hangul press keys and buttons with it.',
  },
};

/**
 * The path of a program of the table above: the one that its variable names, or else the first that is there;
 * undefined for none.
 */
export function findProgram(name, exists = existsSync) {
  const { variable, places } = PROGRAMS[name];
  const named = process.env[variable];
  if (named) return exists(named) ? named : undefined;
  return places.find((path) => exists(path));
}

/** What to do about a missing program. */
function adviceFor({ need, debianPackage, variable }) {
  return `${need} Install it (Debian: sudo apt-get install ${debianPackage}), or name its program in ${variable}.`;
}

async function aptGet(args, advice) {
  const { code, output } = await run('apt-get', args, {
    output: 'collect',
    env: { DEBIAN_FRONTEND: 'noninteractive' },
  });
  if (code !== 0) throw new PlainError(`${output}\n${advice}`);
}

function install(missing, advice) {
  const titles = missing.map(({ title }) => title).join(' and ');
  const packages = [...new Set(missing.map(({ debianPackage }) => debianPackage))];
  return withProgress(`Installing ${titles} (apt-get)`, async () => {
    await aptGet(['update', '-q'], advice);
    await aptGet(['install', '-y', '-q', '--no-install-recommends', ...packages], advice);
  });
}

/**
 * Returns the paths of the named programs (the names of the table above). Root on Debian gets the missing ones
 * installed together, other users an instruction.
 */
export async function ensurePrograms(...names) {
  const listMissing = () => names.filter((name) => findProgram(name) === undefined);
  const missing = listMissing().map((name) => PROGRAMS[name]);
  if (missing.length > 0) {
    const advice = missing.map(adviceFor).join('\n');
    const canInstall = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
    const isNamed = missing.some(({ variable }) => process.env[variable]);
    if (isNamed || !canInstall) throw new PlainError(advice);
    await install(missing, advice);
    if (listMissing().length > 0) throw new PlainError(advice);
  }
  return Object.fromEntries(names.map((name) => [name, findProgram(name)]));
}

/** The paths of `ensurePrograms` as environment variables, for what looks for the programs there. */
export function variablesOf(programs) {
  return Object.fromEntries(
    Object.entries(programs).map(([name, path]) => [PROGRAMS[name].variable, path]),
  );
}
