import { startNaru } from './support/server.ts';

/** One server with its own data and demo content for the whole run; ended when the run ends. @public */
export default async function globalSetup(): Promise<() => Promise<void>> {
  const server = await startNaru();
  process.env.NARU_E2E_URL = server.url;
  return () => server.stop();
}
