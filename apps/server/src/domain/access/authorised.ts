declare const proof: unique symbol;

/**
 * A value for which a policy has allowed an action. Statements that write ask for it, so that a
 * forgotten check does not compile. Only policies make one (a dependency rule).
 */
export type Authorised<Action extends string, T> = T & { readonly [proof]: Action };

export function authorise<Action extends string, T>(_action: Action, value: T) {
  return value as Authorised<Action, T>;
}
