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

/** The wallet's operators, pending changes, and further owners named by the relay. */
export function OperatorList({ known, hasPassword }: OperatorListProps) {
  const { t } = useTexts()
  const queryClient = useQueryClient()
  const [intended, setIntended] = useState<Intended>()
  const [key, setKey] = useState('')
  const { named, operators, told, changes } = known
  const own = readSession()?.user.npub
  const changeOf = (pubkey: string) => changes.find(change => change.pubkey === pubkey)
  const cancelling = useMutation({
    mutationFn: (pubkey: string) => wallet.call(cancelOperatorChange, { body: { pubkey } }),
    onSuccess: answer => {
      queryClient.setQueryData(sessionQueries.operators.queryKey, answer)
      void queryClient.invalidateQueries({ queryKey: walletQueries.health.queryKey })
    },
    onError: error => toast.error(translateMessage(messageOf(error))),
  })

  return (
    <>
      <p className="text-muted text-small">
        {named
          ? t('wallet.security.operatorNamed')
          : t('wallet.security.operatorsText', { hours: formatNumber(operatorChangeHours) })}
      </p>
      <ul className="border-line border-t">
        {operators.map(pubkey => {
          const change = changeOf(pubkey)
          return (
            <OperatorLine
              key={pubkey}
              pubkey={pubkey}
              note={
                change
                  ? t('wallet.security.willRemove', { time: formatDateTime(change.due_at) })
                  : pubkey === own && t('wallet.security.you')
              }
              action={
                change
                  ? pubkey !== own && cancelButton(pubkey)
                  : !named &&
                    operators.length > 1 &&
                    intended?.pubkey !== pubkey && (
                      <Button size="small" onClick={() => setIntended({ action: 'remove', pubkey })}>
                        {t('wallet.security.remove')}
                      </Button>
                    )
              }
            />
          )
        })}
        {changes
          .filter(({ action }) => action === 'add')
          .map(({ pubkey, due_at }) => (
            <OperatorLine
              key={pubkey}
              pubkey={pubkey}
              note={t('wallet.security.willAdd', { time: formatDateTime(due_at) })}
              action={cancelButton(pubkey)}
            />
          ))}
        {!named && (
          <ToldOwners
            pubkeys={told.filter(pubkey => !changeOf(pubkey))}
            intended={intended?.pubkey}
            onAdd={pubkey => setIntended({ action: 'add', pubkey })}
          />
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
        !named && (
          <AddOperator keyText={key} onKeyText={setKey} onAdd={pubkey => setIntended({ action: 'add', pubkey })} />
        )
      )}
    </>
  )

  function cancelButton(pubkey: string) {
    return (
      <Button size="small" loading={cancelling.isPending} onClick={() => cancelling.mutate(pubkey)}>
        {t('wallet.security.cancelChange')}
      </Button>
    )
  }
}

interface AddOperatorProps {
  readonly keyText: string
  readonly onKeyText: (text: string) => void
  /** A public key in hex. */
  readonly onAdd: (pubkey: string) => void
}

/** Asks for the key of another operator. */
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

interface ToldOwnersProps {
  readonly pubkeys: readonly string[]
  /** The key that is being added or removed. */
  readonly intended: string | undefined
  readonly onAdd: (pubkey: string) => void
}

/** Owners of the relay that the wallet does not know as operators. */
function ToldOwners({ pubkeys, intended, onAdd }: ToldOwnersProps) {
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
