import { walletMessages } from '@hornets/contract/wallet/messages'
import type { Network } from '@hornets/contract/wallet/set-up'
import { type FormEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { translateMessage } from '../../../i18n/catalogue.ts'
import { Button } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { isAddress } from './address.ts'
import { Step } from './step.tsx'

interface AddressStepProps {
  readonly address: string
  readonly network: Network | undefined
  readonly onContinue: (address: string) => void
}

/** Whom to pay (WALLET-27 to WALLET-29). */
export function AddressStep({ address: given, network, onContinue }: AddressStepProps) {
  const { t } = useTranslation()
  const formId = useId()
  const [address, setAddress] = useState(given)
  const [isInvalid, setInvalid] = useState(false)

  function go(event: FormEvent): void {
    event.preventDefault()
    if (isAddress(address, network)) onContinue(address.trim())
    else setInvalid(true)
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
          error={isInvalid ? translateMessage(walletMessages.addressInvalid) : undefined}
          value={address}
          onValueChange={next => {
            setAddress(next)
            setInvalid(false)
          }}
          mono
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
      </form>
    </Step>
  )
}
