import { createSender } from './open-loop.mjs';

/**
 * Sends requests one after the other to an otherwise idle server. Resolves with the duration of each
 * and the processor time of all per request, in ms.
 */
export async function oneByOne({ url, cpu }, requests) {
  const { send, close } = createSender(url);
  const durations = [];
  const cpuBefore = cpu();
  for (const request of requests) {
    const began = performance.now();
    await send(request);
    durations.push(performance.now() - began);
  }
  close();
  return { durations, cpu: (cpu() - cpuBefore) / requests.length };
}
