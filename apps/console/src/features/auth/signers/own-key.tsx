import { npubOf } from '../../../api/signers/pubkey.ts'
import { shortenMiddle } from '../../../ui/text/shorten.ts'

/** The key as people know it, with what follows npub1 and its end. */
export function OwnKey({ pubkey }: { readonly pubkey: string }) {
  const npub = npubOf(pubkey)
  return (
    <span title={npub} className="font-mono">
      {shortenMiddle(npub, 14, 8)}
    </span>
  )
}
