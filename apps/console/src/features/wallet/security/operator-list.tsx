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
  const [isWrong, setWrong] = useState(false)
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

  function ask(event: FormEvent): void {
    event.preventDefault()
    const pubkey = readPubkey(key)
    setWrong(pubkey === null)
    if (pubkey !== null) setIntended({ action: 'add', pubkey })
  }

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
                  ? cancelButton(pubkey)
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
        {!named &&
          told
            .filter(pubkey => !changeOf(pubkey))
            .map(pubkey => (
              <OperatorLine
                key={pubkey}
                pubkey={pubkey}
                note={t('wallet.security.told')}
                action={
                  intended?.pubkey !== pubkey && (
                    <Button size="small" onClick={() => setIntended({ action: 'add', pubkey })}>
                      {t('wallet.security.add')}
                    </Button>
                  )
                }
              />
            ))}
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
          <form noValidate onSubmit={ask}>
            <TextField
              label={t('wallet.security.addKey')}
              description={t('wallet.security.addKeyHint')}
              error={isWrong ? translateMessage(messages.pubkeyInvalid) : undefined}
              mono
              autoComplete="off"
              spellCheck={false}
              value={key}
              onValueChange={setKey}
              suffix={
                <Button type="submit" disabled={key.trim() === ''}>
                  {t('wallet.security.add')}
                </Button>
              }
            />
          </form>
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
