import { walletMessages } from '@hornets/contract/wallet/answers/messages'
import type { Network } from '@hornets/contract/wallet/set-up'
import { ListPlus } from 'lucide-react'
import { type ClipboardEvent, type FormEvent, useId, useState } from 'react'
import { translateMessage, useTexts } from '../../../i18n/texts.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { TextField } from '../../../ui/forms/text-field.tsx'
import { ScanButton } from '../air-gap/scan-button.tsx'
import { Step } from '../parts/step.tsx'
import { type Recipient, type RecipientError, readRecipient } from './recipient.ts'

interface AddressStepProps {
  readonly address: string
  readonly network: Network | undefined
  readonly onTyped: () => void
  readonly onContinue: (recipient: Recipient) => void
  /** Switches to several payees; with the pasted text if it is a list. */
  readonly onMany: (text?: string) => void
}

export function AddressStep({ address: given, network, onTyped, onContinue, onMany }: AddressStepProps) {
  const { t } = useTexts()
  const formId = useId()
  const { address, error, change, take } = useRecipient({ address: given, network, onTyped, onContinue })
  function go(event: FormEvent): void {
    event.preventDefault()
    take(address)
  }
  /** A single-line field would join the lines. */
  function paste(event: ClipboardEvent): void {
    const text = event.clipboardData.getData('text')
    if (text.trim().split(/[\r\n]+/).length < 2) return
    event.preventDefault()
    onMany(text)
  }

  return (
    <Step
      title={t('wallet.send.addressTitle')}
      actions={
        <>
          <Button variant="ghost" icon={ListPlus} className="sm:mr-auto" onClick={() => onMany()}>
            {t('wallet.many.open')}
          </Button>
          <Button type="submit" form={formId} variant="primary">
            {t('wallet.send.continue')}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={go} className="grid gap-3">
        <TextField
          label={t('wallet.send.address')}
          description={t('wallet.send.addressHint')}
          error={error && translateMessage(walletMessages.addressInvalid)}
          value={address}
          onValueChange={change}
          onPaste={paste}
          mono
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
        {error && error !== 'unknown' && (
          <p role="status" className="text-muted text-small">
            {t(`wallet.send.addressError.${error}`)}
          </p>
        )}
        <ScanButton
          sought="payment"
          onFound={text => {
            change(text)
            take(text)
          }}
        />
      </form>
    </Step>
  )
}

/** The recipient as typed or scanned, read once it is complete. */
function useRecipient({ address: given, network, onTyped, onContinue }: Omit<AddressStepProps, 'onMany'>) {
  const [address, setAddress] = useState(given)
  /** `unknown` if it is invalid for no specific reason. */
  const [error, setError] = useState<RecipientError | 'unknown'>()
  function take(text: string): void {
    const read = readRecipient(text, network)
    if (typeof read === 'object') onContinue(read)
    else setError(read ?? 'unknown')
  }
  function change(next: string): void {
    setAddress(next)
    onTyped()
    setError(undefined)
  }
  return { address, error, change, take }
}
