/** From this share of the limit on there is a warning. */
const nearShare = 0.75

/** A restore searches only this far: `over` means it would miss addresses that were given out. */
export function gapStanding({ limit, unused }: { readonly limit: number; readonly unused: number }) {
  if (unused > limit) return 'over'
  return unused >= limit * nearShare ? 'near' : 'fine'
}
