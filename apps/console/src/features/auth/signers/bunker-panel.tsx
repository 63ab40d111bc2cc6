import { useEffect, useState } from 'react'
import { BunkerError } from '../../../api/signers/bunker/address.ts'
import { awaitBunker, connectBunker, hangUp } from '../../../api/signers/bunker/client.ts'
import type { BunkerFault } from '../../../api/signers/bunker/messages.ts'
import { type BunkerSession, keepBunker } from '../../../api/signers/bunker/session.ts'
import { onApproval } from '../../../api/signers/nip07.ts'
import { useTexts } from '../../../i18n/texts.ts'
import { TextField } from '../fields/text-field.tsx'
import { FailedIcon, KeyIcon, WaitIcon } from '../icons.tsx'
import { BunkerOffer } from './bunker-offer.tsx'
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
      const { fault, words } = error instanceof BunkerError ? error : new BunkerError('unreachable')
      // A cancelling user may already wait for another signer.
      if (fault === 'cancelled') return
      setStep({ at: 'failed', fault, words })
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
          <KeyIcon className="text-ok" />
          <div className="min-w-0">
            <span className="block text-muted">{t('authLater.bunker.connected')}</span>
            <span title={state.pubkey} className="font-mono">
              {state.pubkey.slice(0, 12)}…{state.pubkey.slice(-8)}
            </span>
          </div>
        </div>
        <Approval url={approval} />
        <Quiet label={t('authLater.bunker.disconnect')} onClick={leave(leaveRemote)} />
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
        <Quiet label={t('authLater.bunker.cancel')} onClick={cancel} />
      </div>
    )
  }
  const connect = () => void run(connectBunker(address, { onApproval: setApproval }))
  return (
    <div className="grid gap-3">
      <p className="text-muted">{t('authLater.bunker.lead')}</p>
      {step.at === 'failed' && <Failure {...step} />}
      <TextField
        label={t('authLater.bunker.address')}
        placeholder={addressHint}
        value={address}
        onValueChange={setAddress}
        autoComplete="off"
        className="font-mono"
        onKeyDown={event => {
          // Enter would submit the surrounding form.
          if (event.key !== 'Enter') return
          event.preventDefault()
          if (address.trim()) connect()
        }}
      />
      <Choice label={t('authLater.bunker.connect')} disabled={!address.trim()} onClick={connect} />
      <details>
        <summary className="min-h-6 font-semibold text-accent-text">{t('authLater.bunker.scan')}</summary>
        <div className="mt-2 grid gap-3">
          <TextField
            label={t('authLater.bunker.relay')}
            value={relay}
            onValueChange={setRelay}
            inputMode="url"
            autoComplete="off"
            className="font-mono"
          />
          <Choice
            label={t('authLater.bunker.showCode')}
            disabled={!relay.trim()}
            onClick={() =>
              void run(
                awaitBunker(relay.trim(), {
                  onOffer: uri => setStep({ at: 'waiting', uri }),
                  onApproval: setApproval,
                }),
              )
            }
          />
        </div>
      </details>
      <Quiet label={t('authLater.bunker.back')} onClick={leave(leaveRemote)} />
    </div>
  )
}

const leave = (leaveRemote: () => void) => () => {
  hangUp()
  leaveRemote()
}

interface FailureProps {
  readonly fault: Exclude<BunkerFault, 'cancelled'>
  readonly words: string | undefined
}

function Failure({ fault, words }: FailureProps) {
  const { t } = useTexts()
  return (
    <p role="alert" className="flex items-start gap-2 text-bad">
      <FailedIcon />
      <span className="min-w-0 break-words">
        {t(`authLater.bunker.fault.${fault}`)}
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

interface ActionProps {
  readonly label: string
  readonly onClick: () => void
  readonly disabled?: boolean
}

const Choice = ({ label, ...button }: ActionProps) => (
  <button
    type="button"
    {...button}
    className="h-9 rounded-md border border-line-strong bg-surface px-3 font-semibold transition-colors duration-150 enabled:hover:border-muted disabled:text-muted"
  >
    {label}
  </button>
)

const Quiet = ({ label, ...button }: ActionProps) => (
  <button
    type="button"
    {...button}
    className="min-h-6 w-fit text-left font-semibold text-accent-text underline-offset-2 hover:underline"
  >
    {label}
  </button>
)
