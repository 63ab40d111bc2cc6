import { useCallback, useEffect, useState } from 'react'
import { forgetBunker, readBunker } from '../../../api/signers/bunker/session.ts'
import { nostrExtension } from '../../../api/signers/nip07.ts'

/** How often the page looks for the extension (AUTH-12, CONST-02). */
export const lookEveryMs = 1000
/** The key goes into the form so long after the extension gave it (CONST-02): some fill in page fields of their own first. */
export const fillAfterMs = 100
/** After so many looks in vain the page explains what it waits for, and goes on looking. */
const looksUntilMissing = 3

export type ExtensionState =
  | { readonly kind: 'looking' | 'missing' | 'asking' | 'refused'; readonly pubkey: '' }
  | { readonly kind: 'ready'; readonly pubkey: string }
  /** A remote signer signs in place of an extension; without a key it is still being connected. */
  | { readonly kind: 'remote'; readonly pubkey: string }

export interface Extension {
  readonly state: ExtensionState
  /** Asks for the key again after it was refused. */
  readonly askAgain: () => void
  /** Signs by a remote signer from now on: one that is connected, with its key, or one to be connected. */
  readonly goRemote: (pubkey: string) => void
  /** Leaves the remote signer, and looks for an extension again. */
  readonly leaveRemote: () => void
}

const without = (kind: 'looking' | 'missing' | 'asking' | 'refused'): ExtensionState => ({ kind, pubkey: '' })
const pass = (ms: number) => new Promise(resolve => setTimeout(resolve, ms))

/**
 * Waits for a NIP-07 extension and asks it for the public key, once: each asking may be a prompt for the user. Looks only
 * while it is wanted: a screen that needs no key makes nobody ask.
 */
export function useExtension(isWanted: boolean): Extension {
  const [state, setState] = useState(stateAtStart)

  const ask = useCallback(async () => {
    setState(without('asking'))
    // Whoever has chosen the other way meanwhile stays there, whatever the extension says.
    const show = (next: ExtensionState) => setState(now => (now.kind === 'asking' ? next : now))
    try {
      const pubkey = await nostrExtension()?.getPublicKey()
      await pass(fillAfterMs)
      show(pubkey ? { kind: 'ready', pubkey } : without('refused'))
    } catch {
      show(without('refused'))
    }
  }, [])

  const isLooking = isWanted && (state.kind === 'looking' || state.kind === 'missing')
  useEffect(() => {
    if (!isLooking) return
    return lookForExtension({ onFound: () => void ask(), onMissing: () => setState(without('missing')) })
  }, [isLooking, ask])

  return {
    state,
    askAgain: () => void ask(),
    goRemote: pubkey => setState({ kind: 'remote', pubkey }),
    leaveRemote: () => {
      forgetBunker()
      setState(without('looking'))
    },
  }
}

/** A remote signer that was connected before a reload still is. */
function stateAtStart(): ExtensionState {
  const bunker = readBunker()
  return bunker ? { kind: 'remote', pubkey: bunker.pubkey } : without('looking')
}

/** Looks at once and then each second, until it is there. Returns the way to stop. */
export function lookForExtension(tell: { readonly onFound: () => void; readonly onMissing: () => void }): () => void {
  let looks = 0
  const look = () => {
    looks += 1
    if (nostrExtension()) {
      clearInterval(timer)
      tell.onFound()
    } else if (looks === looksUntilMissing) {
      tell.onMissing()
    }
  }
  const timer = setInterval(look, lookEveryMs)
  look()
  return () => clearInterval(timer)
}
