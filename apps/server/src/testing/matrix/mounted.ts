import type { Route } from '@naru/contract/route';
import { routes } from '@naru/contract/routes';
import type { FastifyInstance } from 'fastify';

/** Every call of the contract as `METHOD /path`, aliases included. */
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

/** Every route the server answers, as `METHOD /path`, read from its router. */
export function mountedCalls(app: FastifyInstance): string[] {
  const calls: string[] = [];
  const parents: string[] = [];
  for (const line of app.printRoutes({ commonPrefix: false }).split('\n')) {
    const match = /^([│├└─\s]*)(\S+)(?: \(([A-Z, ]+)\))?$/u.exec(line);
    if (match === null || match[2] === undefined) continue;
    const depth = (match[1] ?? '').length / 4 - 1;
    const path = `${depth > 0 ? parents[depth - 1] : ''}${match[2]}`;
    parents[depth] = path;
    for (const method of (match[3] ?? '').split(', ').filter(Boolean)) {
      calls.push(`${method} ${path}`);
    }
  }
  return calls;
}

/** The same for every name of a parameter: the router knows only places. */
export function withoutNames(call: string): string {
  return call.replace(/:[^/]+/g, ':');
}
