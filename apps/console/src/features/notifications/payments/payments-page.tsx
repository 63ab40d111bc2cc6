import { messages } from '@hornets/contract/messages'
import { useMay } from '../../../api/session/use-may.ts'
import { readPubkey } from '../../../api/signers/pubkey.ts'
import { translateMessage, useTexts } from '../../../i18n/texts.ts'

import { TextField } from '../../../ui/forms/text-field.tsx'
import { useTyped } from '../../../ui/forms/use-typed.ts'
import { useUrlParameters } from '../../../ui/page/use-url-parameters.ts'
import { payments } from '../boxes/boxes.ts'
import { ListPage } from '../list-page.tsx'
import { NotAllowed } from '../not-allowed.tsx'
import { PaymentEntry } from './payment-entry.tsx'

export function PaymentNotificationsPage() {
  return useMay(payments.calls.list) ? <Payments /> : <NotAllowed name="payments" />
}

function Payments() {
  const { t } = useTexts()
  const [{ pubkey }, change] = useUrlParameters()
  const inUrl = readPubkey(String(pubkey ?? '')) ?? ''
  const { typed, type, sending } = useTyped({
    inUrl: { key: inUrl },
    read: ({ key }) => ({ key: readPubkey(key) ?? (key.trim() === '' ? '' : inUrl) }),
    onSettled: ({ key }) => {
      const next = readPubkey(key) ?? ''
      sending({ key: next })
      change({ pubkey: next || undefined, page: undefined }, { replace: true })
    },
  })
  const isWrong = typed.key.trim() !== '' && readPubkey(typed.key) === null
  return (
    <ListPage
      box={payments}
      Entry={PaymentEntry}
      pubkey={inUrl || undefined}
      filter={
        <TextField
          label={t('notifications.payments.key')}
          labelHidden
          placeholder={t('notifications.payments.key')}
          type="search"
          value={typed.key}
          onValueChange={key => type({ key })}
          error={isWrong ? translateMessage(messages.pubkeyInvalid) : undefined}
          className="w-full sm:w-72"
        />
      }
    />
  )
}
