import { useState } from 'react'
import { liveWalletToken } from '../../../api/calls/wallet/wallet-token.ts'
import { useUrlParameters } from '../../../ui/page/use-url-parameters.ts'

/** Parts of the wallet shown in dialogs; sending is not among them. */
type WalletView = 'receive' | 'unconfirmed' | 'history' | 'balance' | 'coins' | 'details' | 'security' | 'lightning'

export const viewParameter = 'wallet'

/** These need a sign-in to the wallet. */
const signedIn: readonly WalletView[] = ['coins', 'details', 'security', 'lightning']

/** Back closes it. Views that need a wallet sign-in wait for a press, so that links cause no prompt. */
export function useWalletView(view: WalletView) {
  const [{ [viewParameter]: shown }, change] = useUrlParameters()
  const [mayAsk, setMayAsk] = useState(() => !signedIn.includes(view) || liveWalletToken() !== null)
  const open = shown === view && mayAsk
  const [wasOpen, setWasOpen] = useState(false)
  if (open && !wasOpen) setWasOpen(true)
  return {
    open,
    /** Mounted from the first opening on, so that closing is animated. */
    wasOpen,
    onOpenChange(next: boolean): void {
      if (next) setMayAsk(true)
      // Unsaved input was confirmed by then.
      change({ [viewParameter]: next ? view : undefined }, { replace: !next, ignoreBlocker: !next })
    },
  }
}
