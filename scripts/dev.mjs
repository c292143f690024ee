import './lib/require-node.mjs';

const { loadEnvFile } = await import('./lib/env-file.mjs');
const { ensureInstalled } = await import('./lib/install.mjs');
const { exitWith } = await import('./lib/progress.mjs');
const { root } = await import('./lib/root.mjs');
const { endAll, endOnSignals, start } = await import('./lib/run.mjs');

// Read before the env file, whose PUBLIC_URL is the address of the real site, not of Vite.
const { PUBLIC_URL: publicUrl } = process.env;
try {
  loadEnvFile();
} catch (error) {
  exitWith(error);
}
const webPort = process.env.WEB_PORT ?? '5173';
const apiPort = process.env.PORT ?? '3000';
const env = {
  NODE_ENV: 'development',
  PORT: apiPort,
  NARU_API_PORT: apiPort,
  // The browser talks to Vite, which proxies /api, /files and /dev/outbox to the server.
  PUBLIC_URL: publicUrl ?? `http://127.0.0.1:${webPort}`,
};

function tool(script, args, cwd) {
  return start(process.execPath, [`${root}/node_modules/${script}`, ...args], { env, cwd });
}

endOnSignals();
await ensureInstalled().catch(exitWith);
const server = tool('tsx/dist/cli.mjs', [
  'watch',
  '--clear-screen=false',
  'apps/server/src/main.ts',
]);
const web = tool('vite/bin/vite.js', ['--port', webPort, '--strictPort'], `${root}/apps/web`);

// The first process to end stops the other.
const { code } = await Promise.race([server.ended, web.ended]);
await endAll();
process.exit(code);
