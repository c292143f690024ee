/**
 * Health check of the image, which has no curl: exits with 0 when the server on this machine
 * responds to the path (by default `/api/health/live`) with a status below 400.
 */
const [path = '/api/health/live'] = process.argv.slice(2);
const { PORT = '3000' } = process.env;

const response = await fetch(`http://127.0.0.1:${PORT}${path}`, {
  signal: AbortSignal.timeout(4_000),
}).catch((error) => error);

if (response.ok !== true) {
  const reason = response instanceof Error ? response.message : `status ${response.status}`;
  console.error(`${path}: ${reason}`);
  process.exitCode = 1;
}
