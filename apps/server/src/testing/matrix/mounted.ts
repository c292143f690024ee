import type { Route } from '@naru/contract/route';
import { routes } from '@naru/contract/routes';

/** Every call of the contract as `METHOD /path`, including aliases. */
export function contractCalls(): Map<string, Route> {
  const calls = new Map<string, Route>();
  for (const table of Object.values(routes)) {
    for (const route of Object.values<Route>(table)) {
      for (const path of [route.path, ...(route.aliases ?? [])]) {
        calls.set(`${route.method} ${path}`, route);
      }
    }
  }
  return calls;
}
