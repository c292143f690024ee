interface Sizes {
  /** At once, for all. */
  max: number;
  /** Places that each network may have even above `max`, so that others cannot use up its share. */
  share: number;
  /** Limit of all places: hundreds of networks at once are an attack. */
  highest: number;
}

/** Limits concurrent work in this process, without letting one network take all places. */
export function createSharedPlaces({ max, share, highest }: Sizes) {
  const byNetwork = new Map<string, number>();
  let taken = 0;

  return {
    /**
     * Takes a place; returns the function that gives it back, or null if none is free. `factor` multiplies the
     * network's share.
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
