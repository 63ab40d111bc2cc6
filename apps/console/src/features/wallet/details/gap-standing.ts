/** From this share of the limit on it is time to say so. */
const nearShare = 0.75

/** A restore looks only so far: `over` means that it would miss addresses that have been given out. */
export function gapStanding({ limit, unused }: { readonly limit: number; readonly unused: number }) {
  if (unused > limit) return 'over'
  return unused >= limit * nearShare ? 'near' : 'fine'
}
