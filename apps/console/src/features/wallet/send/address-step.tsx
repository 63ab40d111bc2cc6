import { walletMessages } from '@hornets/contract/wallet/messages'
import type { Network } from '@hornets/contract/wallet/set-up'
import { type FormEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { translateMessage } from '../../../i18n/catalogue.ts'
import { Button } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { Step } from '../step.tsx'
import { type Recipient, type RecipientFault, readRecipient } from './recipient.ts'

interface AddressStepProps {
  readonly address: string
  readonly network: Network | undefined
  readonly onTyped: () => void
  readonly onContinue: (recipient: Recipient) => void
}

/** Whom to pay (WALLET-27 to WALLET-29). */
export function AddressStep({ address: given, network, onTyped, onContinue }: AddressStepProps) {
  const { t } = useTranslation()
  const formId = useId()
  const [address, setAddress] = useState(given)
  /** `unknown` where nothing more can be said than that it is none. */
  const [fault, setFault] = useState<RecipientFault | 'unknown'>()

  function go(event: FormEvent): void {
    event.preventDefault()
    const read = readRecipient(address, network)
    if (typeof read === 'object') onContinue(read)
    else setFault(read ?? 'unknown')
  }

  return (
    <Step
      title={t('wallet.send.addressTitle')}
      actions={
        <Button type="submit" form={formId} variant="primary">
          {t('wallet.send.continue')}
        </Button>
      }
    >
      <form id={formId} noValidate onSubmit={go}>
        <TextField
          label={t('wallet.send.address')}
          description={t('wallet.send.addressHint')}
          error={fault && translateMessage(walletMessages.addressInvalid)}
          value={address}
          onValueChange={next => {
            setAddress(next)
            onTyped()
            setFault(undefined)
          }}
          mono
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
        {fault && fault !== 'unknown' && (
          <p role="status" className="mt-2 text-muted text-small">
            {t(`wallet.send.addressFault.${fault}`)}
          </p>
        )}
      </form>
    </Step>
  )
}
