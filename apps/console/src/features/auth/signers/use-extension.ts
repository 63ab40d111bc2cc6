import { useCallback, useEffect, useState } from 'react'
import { forgetBunker, readBunker } from '../../../api/signers/bunker/session.ts'
import { nostrExtension } from '../../../api/signers/nip07.ts'

/** How often the page looks for the extension (AUTH-12, CONST-02). */
const lookEveryMs = 1000
/** Delay before the key enters the form (CONST-02): some extensions fill in page fields first. */
const fillAfterMs = 100
/** After this many failed attempts the page explains what it waits for, and keeps looking. */
const looksUntilMissing = 3

export type ExtensionState =
  | { readonly kind: 'looking' | 'missing' | 'asking' | 'refused'; readonly pubkey: '' }
  | { readonly kind: 'ready'; readonly pubkey: string }
  /** A remote signer replaces the extension; without a key it is still connecting. */
  | { readonly kind: 'remote'; readonly pubkey: string }

export interface Extension {
  readonly state: ExtensionState
  readonly askAgain: () => void
  /** Switches to a remote signer: a connected one with its key, or one to be connected. */
  readonly goRemote: (pubkey: string) => void
  /** Leaves the remote signer and looks for an extension again. */
  readonly leaveRemote: () => void
}

const without = (kind: 'looking' | 'missing' | 'asking' | 'refused'): ExtensionState => ({ kind, pubkey: '' })
const pass = (ms: number) => new Promise(resolve => setTimeout(resolve, ms))

/** The key is requested once, because each request can open a prompt, and only while wanted. */
export function useExtension(isWanted: boolean): Extension {
  const [state, setState] = useState(stateAtStart)

  const ask = useCallback(async () => {
    setState(without('asking'))
    // A user who switched to the other way stays there, whatever the extension answers.
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

/** A remote signer connected before a reload stays connected. */
function stateAtStart(): ExtensionState {
  const bunker = readBunker()
  return bunker ? { kind: 'remote', pubkey: bunker.pubkey } : without('looking')
}

/** Looks now and every second until it is there. Returns a function that stops it. */
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
