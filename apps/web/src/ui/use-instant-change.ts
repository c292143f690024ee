import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import { messageOf } from '../lib/api/api-error.ts';
import { toast } from './toast.ts';

type InstantChange<Data, Change, Result> = {
  queryKey: QueryKey;
  /** Changes of one key are sent in their order; the key of the query by default. */
  mutationKey?: QueryKey;
  send: (change: Change) => Promise<Result>;
  /** The data as if the server had stored the change. */
  apply: (data: Data, change: Change) => Data;
  /** The change that takes a refused one back at once, also without a network. */
  inverse?: (change: Change) => Change;
  /** Title of the toast when the server refuses. */
  failed: string;
  onStored?: (result: Result, change: Change) => void;
  /** The data that the last response contains. */
  dataOf?: (result: Result) => Data;
  /** Reads the data again after the last change; by default only after a refused one. */
  rereads?: boolean;
};

/** A choice that is stored when it is made: the cached data shows it before the server does. */
export function useInstantChange<Data, Change, Result>(on: InstantChange<Data, Change, Result>) {
  const { queryKey, mutationKey = queryKey } = on;
  const client = useQueryClient();
  const isLast = () => client.isMutating({ mutationKey }) <= 1;
  const reread = () => client.invalidateQueries({ queryKey });
  const show = (change: Change) =>
    client.setQueryData<Data>(queryKey, (data) => data && on.apply(data, change));
  return useMutation({
    mutationKey,
    scope: { id: mutationKey.join('.') },
    mutationFn: on.send,
    onMutate: async (change) => {
      await client.cancelQueries({ queryKey });
      show(change);
    },
    onSuccess: (result, change) => {
      on.onStored?.(result, change);
      if (!isLast()) return;
      if (on.dataOf) client.setQueryData<Data>(queryKey, on.dataOf(result));
      else if (!on.rereads) show(change);
    },
    onError: (error, change) => {
      if (on.inverse) show(on.inverse(change));
      toast.error(messageOf(error, on.failed));
      if (!on.rereads) void reread();
    },
    onSettled: () => (on.rereads && isLast() ? reread() : undefined),
  });
}
