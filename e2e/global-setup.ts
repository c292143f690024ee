import { startNaru } from './support/server.ts';

/** Starts one server with demo data for the whole run. @public */
export default async function globalSetup(): Promise<() => Promise<void>> {
  const server = await startNaru();
  process.env.NARU_E2E_URL = server.url;
  return () => server.stop();
}
