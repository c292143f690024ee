/**
 * The dependency rules of docs/architecture.md as patterns. Run by tools/checks/check-dependencies.mjs,
 * which also fails when nothing could be read. Unused exports are found by knip, not here.
 * Rules named `value-...` look at what remains at run time only, all others at `import type` too.
 */
const SERVER = '^apps/server/src';
const WEB = '^apps/web/src';
const TEST = '\\.(test|fixture)\\.tsx?$';

/** The rooms of the server from top to bottom, each with what to do instead of an import from above it. */
const ROOMS = [
  ['boot|cli', 'Only main.ts and the commands begin here.'],
  ['wiring', 'What starts and stops a process belongs to boot.'],
  ['backup', 'Boot, commands and jobs start a backup: pass what it needs.'],
  ['features', 'Wiring passes the value; features/tools.ts names its type.'],
  ['domain', 'What features share knows none of them: take a value or a function as an argument.'],
  ['http', 'It serves any feature: take a value or a function as an argument.'],
  ['peers', 'What the servers of a site share about a feature belongs to domain.'],
  ['db', 'SQL of what features share belongs to domain.'],
  ['config', 'Settings are read before there is a database: move what they share to platform.'],
  ['platform', 'A tool that needs a table belongs to domain; its pure part stays here.'],
];

const roomsInOrder = ROOMS.slice(1).map(([rooms, comment], index) => ({
  name: `server-${rooms.replace('|', '-')}-points-down`,
  comment: `Rule 3. ${comment}`,
  severity: 'error',
  from: { path: `${SERVER}/(${rooms})/`, pathNot: TEST },
  to: {
    path: `${SERVER}/(main\\.ts$|(${ROOMS.slice(0, index + 1)
      .map(([above]) => above)
      .join('|')})/)`,
  },
}));

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: 'no-cycles',
      comment: 'Rule 1. Two files that need each other are one file, or miss a third.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'no-orphans',
      comment: 'Rule 1. A file that nobody imports and that imports nobody is left over.',
      severity: 'error',
      from: { orphan: true, pathNot: [TEST, '\\.d\\.ts$', '/(main|setup|global-setup)\\.tsx?$'] },
      to: {},
    },
    {
      name: 'resolvable',
      comment: 'An import that leads nowhere would hide every other rule about it.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: '^(virtual:|vitest$|vitest/|/)' },
    },
    {
      name: 'contract-knows-nobody',
      comment: 'Rule 1. The contract stands in the middle and imports nothing of ours.',
      severity: 'error',
      from: { path: '^packages/contract/src' },
      to: { path: '^(apps|e2e|bench|scripts|tools|packages/demo)/' },
    },
    {
      name: 'contract-needs-zod-only',
      comment: 'The contract is in the browser and on the server: zod is its one package.',
      severity: 'error',
      from: { path: '^packages/contract/src', pathNot: TEST },
      to: {
        dependencyTypes: ['npm', 'npm-dev', 'npm-peer', 'npm-no-pkg', 'npm-unknown', 'core'],
        pathNot: '(^|/)node_modules/zod/',
      },
    },
    {
      name: 'wings-meet-in-the-contract',
      comment: 'Server and web know each other through the contract only.',
      severity: 'error',
      from: { path: '^apps/(server|web)/src' },
      to: { path: '^apps/(server|web)/', pathNot: '^apps/$1/' },
    },
    {
      name: 'nobody-needs-the-demo',
      comment: 'The demo knows the server: loadDemo of wiring/demo.ts loads it at run time.',
      severity: 'error',
      from: { path: '^(packages|apps)/', pathNot: '^packages/demo/' },
      to: { path: '^packages/demo/' },
    },
    {
      name: 'demo-imports-db-clock-seal',
      comment:
        'The demo imports the tables, the clock and the seal of the server; wiring/demo.ts names and passes the rest.',
      severity: 'error',
      from: { path: '^packages/demo/', pathNot: TEST },
      to: {
        path: '^(apps|e2e|bench|scripts|tools)/',
        pathNot: `${SERVER}/(db/(client|schema/index)|platform/(clock|seal)|wiring/demo)\\.ts$`,
      },
    },
    {
      name: 'server-feature-to-feature',
      comment:
        'Rule 2. A feature may name the type of another one’s service; the value comes through wiring/services.ts.',
      severity: 'error',
      from: { path: `${SERVER}/features/([^/]+)/`, pathNot: TEST },
      to: {
        path: `${SERVER}/features/`,
        pathNot: [
          `${SERVER}/features/(tools\\.ts$|$1/)`,
          `${SERVER}/features/[^/]+/[^/]+\\.service\\.ts$`,
        ],
      },
    },
    {
      name: 'value-from-another-feature',
      comment: 'Rule 2. Only `import type` of another feature’s service.',
      severity: 'error',
      from: { path: `${SERVER}/features/([^/]+)/`, pathNot: TEST },
      to: {
        path: `${SERVER}/features/`,
        pathNot: `${SERVER}/features/$1/`,
      },
    },
    {
      name: 'tools-need-audit-and-notifications',
      comment: 'Rule 2. `Tools` names their services: they pick from domain/tools.ts.',
      severity: 'error',
      from: { path: `${SERVER}/features/(audit|notifications)/`, pathNot: TEST },
      to: { path: `${SERVER}/features/tools\\.ts$` },
    },
    {
      name: 'fast-by-its-three-functions',
      comment:
        'Rule 3. Import prepare, runPipeline, prepareShared and their types from db/fast/fast.ts; its README says which one.',
      severity: 'error',
      from: { path: SERVER, pathNot: `${SERVER}/db/fast/` },
      to: { path: `${SERVER}/db/fast/`, pathNot: `${SERVER}/db/fast/fast\\.ts$` },
    },
    {
      name: 'schema-in-repos-only',
      comment: 'Rule 3. SQL lives in *.repo.ts, fragments of it in domain/**/*.sql.ts.',
      severity: 'error',
      from: {
        path: SERVER,
        pathNot: ['\\.repo\\.ts$', `${SERVER}/domain/.+\\.sql\\.ts$`, `${SERVER}/(db|testing)/`],
      },
      to: { path: `${SERVER}/db/schema(/|\\.ts$)` },
    },
    ...roomsInOrder,
    {
      name: 'value-authorise-in-policies',
      comment:
        'Rule 3. Only a policy says that an action is allowed; repos ask for its word as a type.',
      severity: 'error',
      from: { path: SERVER, pathNot: ['\\.policy\\.ts$', `${SERVER}/domain/access/`, TEST] },
      to: { path: `${SERVER}/domain/access/authorised\\.ts$` },
    },
    {
      name: 'fastify-in-routes-only',
      comment:
        'Rule 3. HTTP ends in *.routes.ts and http/; wiring/app.ts puts the application together.',
      severity: 'error',
      from: {
        path: SERVER,
        pathNot: ['\\.routes\\.ts$', `${SERVER}/(http|testing)/`, `${SERVER}/wiring/app\\.ts$`],
      },
      to: { path: '(^|/)node_modules/(@fastify/|fastify)' },
    },
    {
      name: 'ui-and-lib-know-no-feature',
      comment: 'Rule 1. The design system and the tools work for any entity and any feature.',
      severity: 'error',
      from: { path: `${WEB}/(ui|lib)/` },
      to: { path: `${WEB}/(entities|features|pages|app)/` },
    },
    {
      name: 'web-lib-knows-no-ui',
      comment: 'Rule 1. ui -> lib: what shows something lives in ui, what it builds upon in lib.',
      severity: 'error',
      from: { path: `${WEB}/lib/` },
      to: { path: `${WEB}/ui/` },
    },
    {
      name: 'web-entities-know-no-feature',
      comment: 'Rule 4. features -> entities -> lib, ui, contract; nothing points back.',
      severity: 'error',
      from: { path: `${WEB}/entities/` },
      to: { path: `${WEB}/(features|pages|app)/` },
    },
    {
      name: 'web-entities-without-cycles',
      comment: 'Rule 4. An entity may use another one, but not both ways.',
      severity: 'error',
      scope: 'folder',
      from: { path: `${WEB}/entities/` },
      to: { circular: true },
    },
    {
      name: 'web-feature-to-feature',
      comment: 'Rule 4. Pages put features together: by slots and props.',
      severity: 'error',
      from: { path: `${WEB}/features/([^/]+)/`, pathNot: TEST },
      to: { path: `${WEB}/features/`, pathNot: `${WEB}/features/$1/` },
    },
    {
      name: 'web-feature-knows-no-page',
      comment: 'Rule 4. The way is page -> feature -> queries -> api client, never back.',
      severity: 'error',
      from: { path: `${WEB}/features/` },
      to: { path: `${WEB}/(pages|app)/` },
    },
    {
      name: 'web-page-knows-no-app',
      comment:
        'Rule 4. app -> pages, never back. Addresses and search parameters are in lib/paths.ts and lib/search-parameters.ts.',
      severity: 'error',
      from: { path: `${WEB}/(pages|gallery)/` },
      to: { path: `${WEB}/app/` },
    },
    {
      name: 'no-barrels-in-web',
      comment: 'Rule 4. Import the file that has it: barrels break route splitting.',
      severity: 'error',
      from: {},
      to: { path: `${WEB}/.*index\\.tsx?$` },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: ['/dist/', '[.](css|svg|png|webp|woff2)$'] },
    parser: 'swc',
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'module', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json', '.d.ts'],
      mainFields: ['module', 'main', 'types'],
    },
  },
};
