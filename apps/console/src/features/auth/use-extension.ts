import { useCallback, useEffect, useState } from 'react'
import { nostrExtension } from '../../api/nip07.ts'

/** How often the page looks for the extension (AUTH-12, CONST-02). */
const lookEveryMs = 1000
/** After so many looks in vain the page explains what it waits for, and goes on looking. */
const looksUntilMissing = 3

export type ExtensionState =
  | { readonly kind: 'looking' | 'missing' | 'asking' | 'refused'; readonly pubkey: '' }
  | { readonly kind: 'ready'; readonly pubkey: string }

export interface Extension {
  readonly state: ExtensionState
  /** Asks for the key again after it was refused. */
  readonly askAgain: () => void
}

/** Waits for a NIP-07 extension and asks it for the public key, once: each asking may be a prompt for the user. */
export function useExtension(): Extension {
  const [state, setState] = useState<ExtensionState>({ kind: 'looking', pubkey: '' })

  const ask = useCallback(async () => {
    setState({ kind: 'asking', pubkey: '' })
    try {
      const pubkey = await nostrExtension()?.getPublicKey()
      setState(pubkey ? { kind: 'ready', pubkey } : { kind: 'refused', pubkey: '' })
    } catch {
      setState({ kind: 'refused', pubkey: '' })
    }
  }, [])

  useEffect(() => {
    let looks = 0
    const look = () => {
      looks += 1
      if (nostrExtension()) {
        clearInterval(timer)
        void ask()
      } else if (looks === looksUntilMissing) {
        setState({ kind: 'missing', pubkey: '' })
      }
    }
    const timer = setInterval(look, lookEveryMs)
    look()
    return () => clearInterval(timer)
  }, [ask])

  return { state, askAgain: () => void ask() }
}
