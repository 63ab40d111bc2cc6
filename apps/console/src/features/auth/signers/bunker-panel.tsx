import clsx from 'clsx'
import { CircleAlert, KeyRound } from 'lucide-react'
import { useEffect, useState } from 'react'
import { BunkerError } from '../../../api/signers/bunker/address.ts'
import { awaitBunker, connectBunker, hangUp } from '../../../api/signers/bunker/client.ts'
import type { BunkerErrorCode } from '../../../api/signers/bunker/messages.ts'
import { type BunkerSession, keepBunker } from '../../../api/signers/bunker/session.ts'
import { onApproval } from '../../../api/signers/nip07.ts'
import { useTexts } from '../../../i18n/texts.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { textLink } from '../../../ui/buttons/text-link.ts'
import { TextField } from '../../../ui/forms/text-field.tsx'
import { WaitIcon } from '../../../ui/states/wait-icon.tsx'
import { BunkerOffer } from './bunker-offer.tsx'
import { OwnKey } from './own-key.tsx'
import type { Extension } from './use-extension.ts'

/** The default for users without one; messages are encrypted for the signer (NIP-44). */
const usualRelay = 'wss://relay.nsec.app'

/** How the address starts, in every language. */
const addressHint = 'bunker://…'

type Step =
  | { readonly at: 'choice' }
  | { readonly at: 'waiting'; readonly uri?: string }
  | ({ readonly at: 'failed' } & FailureProps)

export interface BunkerPanelProps {
  readonly extension: Extension
}

/** Connects a remote signer (NIP-46) instead of an extension, then shows its key. */
export function BunkerPanel({ extension: { state, goRemote, leaveRemote } }: BunkerPanelProps) {
  const { t } = useTexts()
  const [step, setStep] = useState<Step>({ at: 'choice' })
  const [address, setAddress] = useState('')
  const [relay, setRelay] = useState(usualRelay)
  const [approval, setApproval] = useState<string>()
  useEffect(() => onApproval(setApproval), [])

  const run = async (connecting: Promise<BunkerSession>) => {
    setStep({ at: 'waiting' })
    try {
      const session = await connecting
      keepBunker(session)
      goRemote(session.pubkey)
    } catch (error) {
      const { code, words } = error instanceof BunkerError ? error : new BunkerError('unreachable')
      // A cancelling user may already wait for another signer.
      if (code === 'cancelled') return
      setStep({ at: 'failed', code, words })
    }
    setApproval(undefined)
  }
  const cancel = () => {
    hangUp()
    setApproval(undefined)
    setStep({ at: 'choice' })
  }

  if (state.pubkey) {
    return (
      <div className="grid gap-2">
        <div className="flex min-h-11 items-center gap-3">
          <KeyRound size={18} className="text-ok" />
          <div className="min-w-0">
            <span className="block text-muted">{t('authLater.bunker.connected')}</span>
            <OwnKey pubkey={state.pubkey} />
          </div>
        </div>
        <Approval url={approval} />
        <QuietButton onClick={leave(leaveRemote)}>{t('authLater.bunker.disconnect')}</QuietButton>
      </div>
    )
  }
  if (step.at === 'waiting') {
    return (
      <div className="grid gap-3">
        {step.uri && <BunkerOffer uri={step.uri} />}
        <p className="flex min-h-11 items-center gap-3">
          <WaitIcon />
          {t('authLater.bunker.waiting')}
        </p>
        <Approval url={approval} />
        <QuietButton onClick={cancel}>{t('authLater.bunker.cancel')}</QuietButton>
      </div>
    )
  }
  const connect = () => void run(connectBunker(address, { onApproval: setApproval }))
  return (
    <div className="grid gap-3">
      <p className="text-muted">{t('authLater.bunker.lead')}</p>
      {step.at === 'failed' && <Failure {...step} />}
      <TextField
        size="large"
        autoCapitalize="off"
        spellCheck={false}
        label={t('authLater.bunker.address')}
        placeholder={addressHint}
        value={address}
        onValueChange={setAddress}
        autoComplete="off"
        mono
        onKeyDown={event => {
          // Enter would submit the surrounding form.
          if (event.key !== 'Enter') return
          event.preventDefault()
          if (address.trim()) connect()
        }}
      />
      <Button disabled={!address.trim()} onClick={connect}>
        {t('authLater.bunker.connect')}
      </Button>
      <ScanChoice
        relay={relay}
        onRelay={setRelay}
        onAsk={() =>
          void run(
            awaitBunker(relay.trim(), { onOffer: uri => setStep({ at: 'waiting', uri }), onApproval: setApproval }),
          )
        }
      />
      <QuietButton onClick={leave(leaveRemote)}>{t('authLater.bunker.back')}</QuietButton>
    </div>
  )
}

interface ScanChoiceProps {
  readonly relay: string
  readonly onRelay: (relay: string) => void
  readonly onAsk: () => void
}

/** The signer scans a code, and answers through a relay. */
function ScanChoice({ relay, onRelay, onAsk }: ScanChoiceProps) {
  const { t } = useTexts()
  return (
    <details>
      <summary className="min-h-6 font-semibold text-accent-text">{t('authLater.bunker.scan')}</summary>
      <div className="mt-2 grid gap-3">
        <TextField
          size="large"
          autoCapitalize="off"
          spellCheck={false}
          label={t('authLater.bunker.relay')}
          value={relay}
          onValueChange={onRelay}
          inputMode="url"
          autoComplete="off"
          mono
        />
        <Button disabled={!relay.trim()} onClick={onAsk}>
          {t('authLater.bunker.showCode')}
        </Button>
      </div>
    </details>
  )
}

const leave = (leaveRemote: () => void) => () => {
  hangUp()
  leaveRemote()
}

interface FailureProps {
  readonly code: Exclude<BunkerErrorCode, 'cancelled'>
  readonly words: string | undefined
}

function Failure({ code, words }: FailureProps) {
  const { t } = useTexts()
  return (
    <p role="alert" className="flex items-start gap-2 text-bad">
      <CircleAlert size={18} />
      <span className="min-w-0 break-words">
        {t(`authLater.bunker.error.${code}`)}
        {words && <span className="block text-muted">{words}</span>}
      </span>
    </p>
  )
}

/** Only https addresses arrive here (`isApprovalUrl`). */
function Approval({ url }: { readonly url: string | undefined }) {
  const { t } = useTexts()
  if (!url) return null
  return (
    <p>
      {t('authLater.bunker.approval')}{' '}
      <a
        href={url}
        target="_blank"
        rel="noopener noreferrer"
        className="inline-block min-h-6 break-all font-semibold text-accent-text underline"
      >
        {new URL(url).host}
      </a>
    </p>
  )
}

const QuietButton = (props: { readonly onClick: () => void; readonly children: string }) => (
  <button type="button" className={clsx(textLink, 'w-fit')} {...props} />
)
