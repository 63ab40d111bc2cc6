import { messages } from '@hornets/contract/messages'
import { cancelOperatorChange, type OperatorsAnswer, operatorChangeHours } from '@hornets/contract/wallet/operators'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { messageOf } from '../../../api/calls/api-error.ts'
import { readSession } from '../../../api/session/session.ts'
import { readPubkey } from '../../../api/signers/pubkey.ts'
import { translateMessage, useTexts } from '../../../i18n/texts.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { TextField } from '../../../ui/forms/text-field.tsx'
import { toast } from '../../../ui/overlays/toast.ts'
import { formatDateTime, formatNumber } from '../../../ui/text/format.ts'
import { sessionQueries, walletQueries } from '../service/queries.ts'
import { wallet } from '../service/wallet-service.ts'
import { ChangeOperator, type Intended } from './change-operator.tsx'
import { OperatorLine } from './operator-line.tsx'

interface OperatorListProps {
  readonly known: OperatorsAnswer
  readonly hasPassword: boolean
}

export function OperatorList({ known, hasPassword }: OperatorListProps) {
  const { t } = useTexts()
  const [intended, setIntended] = useState<Intended>()
  const [key, setKey] = useState('')
  const { named, operators, told, changes } = known
  const changeOf = (pubkey: string) => changes.find(change => change.pubkey === pubkey)
  const add = (pubkey: string) => setIntended({ action: 'add', pubkey })
  return (
    <>
      <p className="text-muted text-small">
        {named
          ? t('wallet.security.operatorNamed')
          : t('wallet.security.operatorsText', { hours: formatNumber(operatorChangeHours) })}
      </p>
      <ul className="border-line border-t">
        {operators.map(pubkey => (
          <Operator
            key={pubkey}
            pubkey={pubkey}
            change={changeOf(pubkey)}
            canRemove={!named && operators.length > 1 && intended?.pubkey !== pubkey}
            onRemove={() => setIntended({ action: 'remove', pubkey })}
          />
        ))}
        {changes
          .filter(({ action }) => action === 'add')
          .map(({ pubkey, due_at }) => (
            <OperatorLine
              key={pubkey}
              pubkey={pubkey}
              note={t('wallet.security.willAdd', { time: formatDateTime(due_at) })}
              action={<CancelButton pubkey={pubkey} />}
            />
          ))}
        {!named && (
          <FurtherOwners pubkeys={told.filter(pubkey => !changeOf(pubkey))} intended={intended?.pubkey} onAdd={add} />
        )}
      </ul>
      {intended ? (
        <ChangeOperator
          key={`${intended.action} ${intended.pubkey}`}
          intended={intended}
          hasPassword={hasPassword}
          onDone={() => {
            setIntended(undefined)
            setKey('')
          }}
        />
      ) : (
        !named && <AddOperator keyText={key} onKeyText={setKey} onAdd={add} />
      )}
    </>
  )
}

interface OperatorProps {
  readonly pubkey: string
  /** A pending change: the operator will be removed. */
  readonly change: OperatorsAnswer['changes'][number] | undefined
  readonly canRemove: boolean
  readonly onRemove: () => void
}

function Operator({ pubkey, change, canRemove, onRemove }: OperatorProps) {
  const { t } = useTexts()
  const isSelf = pubkey === readSession()?.user.npub
  if (change)
    return (
      <OperatorLine
        pubkey={pubkey}
        note={t('wallet.security.willRemove', { time: formatDateTime(change.due_at) })}
        action={!isSelf && <CancelButton pubkey={pubkey} />}
      />
    )
  return (
    <OperatorLine
      pubkey={pubkey}
      note={isSelf && t('wallet.security.you')}
      action={
        canRemove && (
          <Button size="small" onClick={onRemove}>
            {t('wallet.security.remove')}
          </Button>
        )
      }
    />
  )
}

function CancelButton({ pubkey }: { readonly pubkey: string }) {
  const { t } = useTexts()
  const queryClient = useQueryClient()
  const cancelling = useMutation({
    mutationFn: () => wallet.call(cancelOperatorChange, { body: { pubkey } }),
    onSuccess: answer => {
      queryClient.setQueryData(sessionQueries.operators.queryKey, answer)
      void queryClient.invalidateQueries({ queryKey: walletQueries.health.queryKey })
    },
    onError: error => toast.error(translateMessage(messageOf(error))),
  })
  return (
    <Button size="small" loading={cancelling.isPending} onClick={() => cancelling.mutate()}>
      {t('wallet.security.cancelChange')}
    </Button>
  )
}

interface AddOperatorProps {
  readonly keyText: string
  readonly onKeyText: (text: string) => void
  /** A public key in hex. */
  readonly onAdd: (pubkey: string) => void
}

function AddOperator({ keyText, onKeyText, onAdd }: AddOperatorProps) {
  const { t } = useTexts()
  const [isWrong, setWrong] = useState(false)

  function ask(event: FormEvent): void {
    event.preventDefault()
    const pubkey = readPubkey(keyText)
    setWrong(pubkey === null)
    if (pubkey !== null) onAdd(pubkey)
  }

  return (
    <form noValidate onSubmit={ask}>
      <TextField
        label={t('wallet.security.addKey')}
        description={t('wallet.security.addKeyHint')}
        error={isWrong ? translateMessage(messages.pubkeyInvalid) : undefined}
        mono
        autoComplete="off"
        spellCheck={false}
        value={keyText}
        onValueChange={onKeyText}
        suffix={
          <Button type="submit" disabled={keyText.trim() === ''}>
            {t('wallet.security.add')}
          </Button>
        }
      />
    </form>
  )
}

interface FurtherOwnersProps {
  readonly pubkeys: readonly string[]
  readonly intended: string | undefined
  readonly onAdd: (pubkey: string) => void
}

/** Owners of the relay that the wallet does not know as operators. */
function FurtherOwners({ pubkeys, intended, onAdd }: FurtherOwnersProps) {
  const { t } = useTexts()
  return pubkeys.map(pubkey => (
    <OperatorLine
      key={pubkey}
      pubkey={pubkey}
      note={t('wallet.security.told')}
      action={
        intended !== pubkey && (
          <Button size="small" onClick={() => onAdd(pubkey)}>
            {t('wallet.security.add')}
          </Button>
        )
      }
    />
  ))
}
