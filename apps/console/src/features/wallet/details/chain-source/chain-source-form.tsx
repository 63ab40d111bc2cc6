import type { AnswerOf } from '@hornets/contract/endpoint'
import { type getChainSource, saveChainSource, testChainSource } from '@hornets/contract/wallet/chain-source'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTexts } from '../../../../i18n/texts.ts'
import { Button } from '../../../../ui/buttons/button.tsx'
import { Segmented } from '../../../../ui/forms/segmented.tsx'
import { TextField } from '../../../../ui/forms/text-field.tsx'
import { toast } from '../../../../ui/overlays/toast.ts'
import { Alert } from '../../../../ui/states/alert.tsx'
import { formatNumber } from '../../../../ui/text/format.ts'
import { Failure } from '../../parts/failure.tsx'
import { sessionQueries, walletQueries } from '../../service/queries.ts'
import { wallet } from '../../service/wallet-service.ts'

interface ChainSourceFormProps {
  readonly source: AnswerOf<typeof getChainSource>
  readonly onDirty: (isDirty: boolean) => void
  readonly onSaved: () => void
}

/** Tests a source before it replaces the current one. */
export function ChainSourceForm({ source, onDirty, onSaved }: ChainSourceFormProps) {
  const { t } = useTexts()
  const queryClient = useQueryClient()
  const [kind, setKind] = useState<'bitcoind' | 'esplora'>(source.kind === 'esplora' ? 'esplora' : 'bitcoind')
  const [url, setUrl] = useState(source.url)
  const [user, setUser] = useState(source.user)
  const [password, setPassword] = useState('')
  const own = { kind: 'bitcoind', url: url.trim(), user, ...(password && { rpc_password: password }) } as const
  const body = kind === 'bitcoind' ? own : ({ kind, url: url.trim() } as const)
  const testing = useMutation({ mutationFn: () => wallet.call(testChainSource, { body }), gcTime: 0 })
  const saving = useMutation({
    mutationFn: (given: typeof body | { kind: 'none' }) => wallet.call(saveChainSource, { body: given }),
    onSuccess: answer => {
      onDirty(false)
      queryClient.setQueryData(sessionQueries.chainSource.queryKey, answer)
      void queryClient.invalidateQueries({ queryKey: walletQueries.health.queryKey })
      toast.success(t('wallet.chainSource.saved'))
      onSaved()
    },
    gcTime: 0,
  })
  const change = (set: (value: string) => void) => (value: string) => {
    set(value)
    testing.reset()
    saving.reset()
    onDirty(true)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (url.trim()) saving.mutate(body)
  }
  const error = testing.error ?? saving.error
  return (
    <form noValidate className="grid gap-4" onSubmit={submit}>
      <div>
        <Segmented
          label={t('wallet.chainSource.kind')}
          value={kind}
          onValueChange={setKind}
          choices={[
            { value: 'bitcoind', label: t('wallet.chainSource.bitcoind') },
            { value: 'esplora', label: t('wallet.chainSource.esplora') },
          ]}
        />
      </div>
      <TextField
        label={t('wallet.chainSource.url')}
        description={t(`wallet.chainSource.${kind}Hint`)}
        type="url"
        autoComplete="off"
        mono
        value={url}
        onValueChange={change(setUrl)}
      />
      {kind === 'bitcoind' && (
        <>
          <TextField
            label={t('wallet.chainSource.user')}
            autoComplete="off"
            value={user}
            onValueChange={change(setUser)}
          />
          <TextField
            label={t('wallet.chainSource.password')}
            description={source.has_password ? t('wallet.chainSource.passwordKept') : undefined}
            type="password"
            autoComplete="off"
            value={password}
            onValueChange={change(setPassword)}
          />
        </>
      )}
      {error && <Failure error={error} />}
      {testing.data && (
        <Alert kind="success">{t('wallet.chainSource.answers', { height: formatNumber(testing.data.height) })}</Alert>
      )}
      <div className="flex flex-wrap justify-end gap-2">
        {source.kind !== 'none' && (
          <Button variant="ghost" loading={saving.isPending} onClick={() => saving.mutate({ kind: 'none' })}>
            {t('wallet.chainSource.remove')}
          </Button>
        )}
        <Button disabled={!url.trim()} loading={testing.isPending} onClick={() => testing.mutate()}>
          {t('wallet.chainSource.test')}
        </Button>
        <Button type="submit" variant="primary" disabled={!url.trim()} loading={saving.isPending}>
          {t('wallet.chainSource.save')}
        </Button>
      </div>
    </form>
  )
}
