import { appendFileSync, readFileSync } from 'node:fs';
import { startTests } from '@vitest/runner';
import { TestRunner, vi } from 'vitest';

/** See plan.mjs. */
const plan = JSON.parse(readFileSync(process.env.MUTANTS_PLAN, 'utf8'));
/** Evaluations of one mutant in one run of tests; a loop that does not end reaches it soon. */
const MOST_EVALUATIONS = 3_000_000;

/** Longer tests are left out: a mutant that only they notice counts as alive. */
const LONGEST_TEST_MS = 3_000;

/** The mutant that is alive, how often it was evaluated, and what went wrong outside of tests. */
let active;
let evaluated = 0;
let stray;
/** Where the ids of reached mutants are collected: of a load, a file's hooks or a test. */
let reached = new Set();
/** Mutants that run while their module loads: only a new load of the module shows them. */
const loaded = new Set();
/** Mutants that a test file has killed. */
const killed = new Set();

globalThis.__mutant = (id) => {
  if (active === undefined) {
    reached.add(id);
    return false;
  }
  if (active !== id) return false;
  evaluated += 1;
  if (evaluated > MOST_EVALUATIONS) throw new Error('This mutant does not end.');
  return true;
};

for (const event of ['unhandledRejection', 'uncaughtException']) {
  process.on(event, (error) => {
    stray = error;
  });
}

/** See report.mjs. */
function write(line) {
  const at = [line.test, line.file].filter(Boolean).map((path) => plan.at[path]);
  appendFileSync(plan.ledger, `${JSON.stringify({ ...line, at: at.join('.') })}\n`);
}

/** The first failure of a finished file: `test: message`; undefined when all passed. */
function failureOf(task) {
  const inner = (task.tasks ?? []).map(failureOf).find((failure) => failure !== undefined);
  if (inner !== undefined || task.result?.state !== 'fail') return inner;
  const [error] = task.result.errors ?? [];
  return `${task.name}: ${String(error?.message).split('\n')[0].slice(0, 100)}`;
}

/** Ids of the tests that ran and are short enough to be repeated for each mutant. */
function idsIn(task) {
  if (task.type !== 'test') return task.tasks.flatMap(idsIn);
  const isShort = task.result?.state === 'pass' && task.result.duration < LONGEST_TEST_MS;
  return isShort ? [task.id] : [];
}

/** Runs each test file once as it is, then again for each mutant that the file reaches. @public */
export default class MutantRunner extends TestRunner {
  reachedBy = new Map();
  hooks = new Set();

  onBeforeCollect() {
    reached = new Set();
  }

  onCollected() {
    for (const id of reached) loaded.add(id);
    this.reachedBy = new Map();
    this.hooks = new Set();
    reached = this.hooks;
  }

  async onBeforeRunTask(test) {
    await super.onBeforeRunTask(test);
    // Tests that run at the same time cannot be told apart.
    if (test.concurrent) return;
    reached = new Set();
    this.reachedBy.set(test.id, reached);
  }

  onAfterRunTask(test) {
    super.onAfterRunTask(test);
    reached = this.hooks;
  }

  async onAfterRunFiles(files) {
    super.onAfterRunFiles(files);
    await this.tryMutants(files[0]);
  }

  async tryMutants(task) {
    const test = task.filepath.slice(plan.root.length + 1);
    const broken = failureOf(task);
    if (broken !== undefined) return write({ test, broken });
    const killers = new Set();
    const mutants = plan.mutants[test].filter(({ id }) => !killed.has(id));
    // Those that need their modules again come last.
    mutants.sort((a, b) => Number(loaded.has(a.id)) - Number(loaded.has(b.id)));
    for (const mutant of mutants) {
      if (Date.now() > plan.deadline) break;
      const kill = await this.judge(task, { test, ...mutant });
      if (kill?.killer) killers.add(kill.killer);
    }
    if (mutants.some(({ id }) => loaded.has(id))) vi.resetModules();
    if (killers.size > 0) await this.checkKillers(task, test, killers);
  }

  async judge(task, mutant) {
    const { id } = mutant;
    const tests = this.testsThatReach(id, task);
    if (tests.length > 0) write({ ...mutant, began: true });
    const kill = tests.length > 0 ? await this.tryMutant(task, id, tests) : undefined;
    write({ ...mutant, ...(kill ? { killed: kill.failure } : { alive: true }) });
    if (kill) killed.add(id);
    return kill;
  }

  /** A mutant that left something behind would kill all that follow. */
  async checkKillers(task, test, killers) {
    const tests = plan.whole.includes(test) ? idsIn(task) : [...killers];
    const after = await this.runAgain(task.filepath, tests);
    if (after) write({ test, unsound: after.failure });
  }

  testsThatReach(id, task) {
    const isEverywhere = loaded.has(id) || this.hooks.has(id);
    if (isEverywhere) return idsIn(task);
    const reaching = idsIn(task).filter((test) => this.reachedBy.get(test)?.has(id));
    return reaching.length > 0 && plan.whole.includes(task.name) ? idsIn(task) : reaching;
  }

  async tryMutant(task, id, tests) {
    if (loaded.has(id)) vi.resetModules();
    active = id;
    const kill = await this.runAgain(task.filepath, tests);
    active = undefined;
    return kill;
  }

  /** Runs single tests of a file again. Returns the failure and its test; undefined when all pass. */
  async runAgain(filepath, testIds) {
    evaluated = 0;
    stray = undefined;
    const modules = this.workerState.evaluatedModules;
    for (const module of modules.fileToModulesMap.get(filepath) ?? []) {
      modules.invalidateModule(module);
    }
    const runner = new QuietRunner(this);
    const [file] = await startTests([{ filepath, testIds }], runner);
    vi.useRealTimers();
    vi.restoreAllMocks();
    vi.unstubAllEnvs();
    vi.unstubAllGlobals();
    const failure = failureOf(file) ?? (stray && `outside of tests: ${stray.message}`);
    return failure === undefined ? undefined : { failure, killer: runner.failed?.id };
  }
}

/** Runs tests up to the first that fails, and reports nothing. */
class QuietRunner extends TestRunner {
  failed;

  constructor(outer) {
    super(outer.config);
    this.moduleRunner = outer.moduleRunner;
    this.__setTraces(outer._otel);
  }

  async onBeforeRunTask(test) {
    await super.onBeforeRunTask(test);
    if (this.failed) test.mode = 'skip';
  }

  onAfterRunTask(test) {
    super.onAfterRunTask(test);
    if (test.result?.state === 'fail') this.failed ??= test;
  }
}
