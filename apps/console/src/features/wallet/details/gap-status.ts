/** From this share of the limit on there is a warning. */
const nearShare = 0.75

interface Gap {
  readonly limit: number
  readonly unused: number
  /** The most ever: a later payment to a far address does not bring nearer ones back. */
  readonly widest: number
}

/** A restore searches only this far: `over` means it would miss addresses that were given out. */
export function gapStatus({ limit, unused, widest }: Gap) {
  if (Math.max(unused, widest) > limit) return 'over'
  return unused >= limit * nearShare ? 'near' : 'fine'
}
