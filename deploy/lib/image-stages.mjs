import { cpSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import dockerignore from '@balena/dockerignore';
import { PlainError } from '../../scripts/lib/progress.mjs';
import { root } from '../../scripts/lib/root.mjs';
import { run } from '../../scripts/lib/run.mjs';
import { read } from './files.mjs';

/** Accounts of the base image that the steps name. */
const PASSWD = 'root:x:0:0::/root:/bin/sh\nnode:x:1000:1000::/home/node:/bin/sh\n';
const GROUP = 'root:x:0:\nnode:x:1000:\n';

/**
 * Stands in for the base image: the programs of this machine, with accounts of its own. The folder
 * becomes the root of one command, in a namespace of its own in which nothing mounted survives it.
 */
const AS_ROOT = `
cd "$1"
mount --bind /usr usr
mount --rbind /dev dev
mount -t proc proc proc
mount -t tmpfs tmpfs tmp
mount --bind "$HOME" root
for file in resolv.conf hosts nsswitch.conf; do cp "/etc/$file" etc/; done
if [ -d /etc/ssl ]; then mount --bind /etc/ssl etc/ssl; fi
exec chroot . /usr/bin/env HOME=/root TMPDIR=/tmp sh -ec "cd '$2'; $3"
`;

function makeBase(folder) {
  for (const name of ['usr', 'dev', 'proc', 'tmp', 'root', 'etc/ssl']) {
    mkdirSync(join(folder, name), { recursive: true });
  }
  writeFileSync(join(folder, 'etc/passwd'), PASSWD);
  writeFileSync(join(folder, 'etc/group'), GROUP);
}

async function runStep(folder, workdir, command) {
  const args = ['--mount', 'sh', '-ec', AS_ROOT, 'sh', folder, workdir, command];
  const { code, output } = await run('unshare', args, { output: 'collect' });
  if (code !== 0) throw new PlainError(`${output}\nRUN ${command} failed.`);
}

/** What of the checkout the daemon would get. */
function contextFilter() {
  const ignore = dockerignore({ ignorecase: false }).add(read('.dockerignore'));
  return (path) => {
    const inside = relative(root, path);
    if (inside === '') return true;
    // An ignored folder may hold a file that a later rule includes again.
    return statSync(path).isDirectory()
      ? !/(^|\/)(node_modules|dist|data|\.cache|\.git)$/.test(inside)
      : !ignore.ignores(inside);
  };
}

function copy(step, stage, stages, workdir) {
  const { from } = step.flags;
  const source = from === undefined ? root : stages.find(({ name }) => name === from).folder;
  const target = step.words.at(-1);
  for (const word of step.words.slice(0, -1)) {
    const origin = join(source, word);
    const isFolder = statSync(origin).isDirectory();
    const inFolder = target.endsWith('/') && !isFolder ? join(target, basename(origin)) : target;
    cpSync(origin, join(stage.folder, workdir, inFolder), {
      recursive: true,
      verbatimSymlinks: true,
      ...(from === undefined && { filter: contextFilter() }),
    });
  }
}

/** The links that lead to the programs, as the base image has them. */
const linksOf = () =>
  readdirSync('/', { withFileTypes: true }).filter((entry) => entry.isSymbolicLink());

/** Follows the steps of one stage of a Dockerfile in its folder. */
export async function buildStage(stage, stages) {
  makeBase(stage.folder);
  for (const { name } of linksOf()) {
    cpSync(`/${name}`, join(stage.folder, name), { verbatimSymlinks: true });
  }
  stage.workdir = '/';
  for (const step of stage.steps) {
    if (step.keyword === 'WORKDIR') {
      stage.workdir = step.args;
      mkdirSync(join(stage.folder, stage.workdir), { recursive: true });
    }
    if (step.keyword === 'COPY') copy(step, stage, stages, stage.workdir);
    if (step.keyword === 'RUN') await runStep(stage.folder, stage.workdir, step.args);
  }
}
