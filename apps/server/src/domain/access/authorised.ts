declare const proof: unique symbol;

/**
 * A value for which a policy allowed the action. Write statements require it, so that a missing
 * check does not compile; a dependency rule lets only policies create one.
 */
export type Authorised<Action extends string, T> = T & { readonly [proof]: Action };

export function authorise<Action extends string, T>(_action: Action, value: T) {
  return value as Authorised<Action, T>;
}
