import { createWalletClient } from '../../../api/calls/wallet/wallet-client.ts'
import { keepWalletToken, readWalletToken } from '../../../api/calls/wallet/wallet-token.ts'
import { isWalletForwarded } from '../../../api/server/addresses.ts'
import { isDemo, sendToOwnNode } from '../../../api/session/demo.ts'
import { readSession } from '../../../api/session/session.ts'
import { signInAgain } from '../../../api/session/sign-in-again.ts'
import { askPassword } from '../../../api/session/step-up.ts'
import { nostrSigner, onApproval, signerMissingText } from '../../../api/signers/nip07.ts'
import { t } from '../../../i18n/texts.ts'
import { toast } from '../../../ui/overlays/toast.ts'

/** With this device's wallet token (WALLET-15), which logging out clears. In the demo, the demo's. */
export const wallet = createWalletClient({
  token: () => (isDemo() ? (readSession()?.token ?? null) : readWalletToken()),
  keepToken: keepWalletToken,
  send: sendToOwnNode,
  extension: nostrSigner,
  adminToken: () => (isWalletForwarded() ? readSession()?.token : undefined),
  signInAgain,
  askPassword,
  pubkey: () => readSession()?.user.npub,
  onSigning: sayWait,
  onExpired: () => toast.info(t('wallet.signIn.expired')),
})

/** Most extensions answer by themselves, sooner than this. */
const waitShownMs = 800

function sayWait({ ended, cancel }: { readonly ended: AbortSignal; readonly cancel: () => void }): void {
  setTimeout(() => {
    const action = { label: t('ui.cancel'), onClick: cancel }
    if (!ended.aborted)
      toast.info(t('wallet.signIn.waiting'), { text: t('wallet.signIn.waitingText'), until: ended, action })
  }, waitShownMs)
}

/** Signs the text as an event of the current user. Throws without a signer, or if it refuses. */
export function signNote(content: string) {
  const signer = nostrSigner()
  const pubkey = readSession()?.user.npub
  if (!signer || pubkey === undefined) throw new Error(signerMissingText)
  return signer.signEvent({ kind: 1, pubkey, created_at: Math.floor(Date.now() / 1000), tags: [], content })
}

/** There is a token, possibly expired, so calls without prompts can succeed. */
export const hasWalletToken = () => readWalletToken() !== null

// A remote signer may require approval on its own page; only https addresses arrive here.
onApproval(url =>
  toast.info(t('wallet.signIn.approval'), {
    text: new URL(url).host,
    action: { label: t('wallet.signIn.open'), onClick: () => window.open(url, '_blank', 'noopener,noreferrer') },
  }),
)
