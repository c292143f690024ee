interface Sizes {
  /** At once, for all. */
  max: number;
  /** What each network may have also above `max`, so that others cannot use up its share. */
  share: number;
  /** Above it nobody gets one: hundreds of networks at once are an attack. */
  highest: number;
}

/** Counts what all callers of this process do at once, without letting one network have it all. */
export function createSharedPlaces({ max, share, highest }: Sizes) {
  const byNetwork = new Map<string, number>();
  let taken = 0;

  return {
    /**
     * Returns what gives the place back, once; null where there is none. `factor` is how many times the share the
     * network has.
     */
    take(network: string, factor = 1): (() => void) | null {
      const own = byNetwork.get(network) ?? 0;
      if (taken >= (own < share * factor ? highest : max)) return null;
      taken += 1;
      byNetwork.set(network, own + 1);
      return () => {
        taken -= 1;
        const left = (byNetwork.get(network) ?? 0) - 1;
        if (left > 0) byNetwork.set(network, left);
        else byNetwork.delete(network);
      };
    },
  };
}
