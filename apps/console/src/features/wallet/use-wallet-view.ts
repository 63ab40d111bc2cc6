import { useState } from 'react'
import { liveWalletToken } from '../../api/calls/wallet-token.ts'
import { useUrlParameters } from '../../ui/page/use-url-parameters.ts'

/** What of the wallet is looked at in a dialogue; sending is none of these. */
type WalletView = 'receive' | 'unconfirmed' | 'history' | 'balance' | 'coins' | 'details' | 'security' | 'lightning'

/** The name of the view that is open, in the URL. */
export const viewParameter = 'wallet'

/** Only the wallet itself can show these, to who signs in there. */
const signedIn: readonly WalletView[] = ['coins', 'details', 'security', 'lightning']

/**
 * Whether a view is open stands in the URL, so that it can be linked to and Back closes it. One that asks for a sign-in at
 * the wallet waits for a press where a link would raise that question unasked.
 */
export function useWalletView(view: WalletView) {
  const [{ [viewParameter]: shown }, change] = useUrlParameters()
  const [mayAsk, setMayAsk] = useState(() => !signedIn.includes(view) || liveWalletToken() !== null)
  const open = shown === view && mayAsk
  const [wasOpen, setWasOpen] = useState(false)
  if (open && !wasOpen) setWasOpen(true)
  return {
    open,
    /** Its part has to be there: it is mounted from the first opening on, so that closing is drawn, too. */
    wasOpen,
    onOpenChange(next: boolean): void {
      if (next) setMayAsk(true)
      // What would be lost has been asked for by then.
      change({ [viewParameter]: next ? view : undefined }, { replace: !next, ignoreBlocker: !next })
    },
  }
}
