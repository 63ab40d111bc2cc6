import { createWalletClient } from '../../api/calls/wallet-client.ts'
import { keepWalletToken, readWalletToken } from '../../api/calls/wallet-token.ts'
import { isDemo, sendToOwnNode } from '../../api/session/demo.ts'
import { readSession } from '../../api/session/session.ts'
import { askPassword } from '../../api/session/step-up.ts'
import { nostrSigner, onApproval, signerMissingText } from '../../api/signers/nip07.ts'
import { t } from '../../i18n/texts.ts'
import { toast } from '../../ui/overlays/toast.ts'

/** The wallet service with the wallet's token of this device (WALLET-15); logging out clears that, too. In the demo, that of the demo. */
export const wallet = createWalletClient({
  token: () => (isDemo() ? (readSession()?.token ?? null) : readWalletToken()),
  keepToken: keepWalletToken,
  send: sendToOwnNode,
  extension: nostrSigner,
  adminToken: () => readSession()?.token,
  askPassword,
  pubkey: () => readSession()?.user.npub,
  onExpired: () => toast.info(t('wallet.signIn.expired')),
})

/** The text as a note of whoever is signed in. Throws where no signer is there, or it refuses. */
export function signNote(content: string) {
  const signer = nostrSigner()
  const pubkey = readSession()?.user.npub
  if (!signer || pubkey === undefined) throw new Error(signerMissingText)
  return signer.signEvent({ kind: 1, pubkey, created_at: Math.floor(Date.now() / 1000), tags: [], content })
}

/** A token is here: quiet calls have a chance. It may have expired. */
export const hasWalletToken = () => readWalletToken() !== null

// A remote signer may want a click on a page of its own before it signs; only https addresses come here.
onApproval(url =>
  toast.info(t('wallet.signIn.approval'), {
    text: new URL(url).host,
    action: {
      label: t('wallet.signIn.open'),
      onClick: () => window.open(url, '_blank', 'noopener,noreferrer'),
    },
  }),
)
