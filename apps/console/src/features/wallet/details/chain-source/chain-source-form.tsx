import type { AnswerOf } from '@hornets/contract/endpoint'
import {
  type getChainSource,
  publicEsplora,
  saveChainSource,
  testChainSource,
} from '@hornets/contract/wallet/chain-source'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
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
import { bodyOf, type Draft, draftOf } from './chain-source-draft.ts'

interface ChainSourceFormProps {
  readonly source: AnswerOf<typeof getChainSource>
  readonly onDirty: (isDirty: boolean) => void
  readonly onSaved: () => void
}

export function ChainSourceForm({ source, onDirty, onSaved }: ChainSourceFormProps) {
  const { t } = useTexts()
  const { data: health } = useQuery(walletQueries.health)
  const publicUrl = health ? publicEsplora[health.network] : null
  const [edits, setEdits] = useState<Partial<Draft>>({})
  const draft = { ...draftOf(source, publicUrl), ...edits }
  const body = bodyOf(draft, publicUrl)
  const testing = useMutation({ mutationFn: () => wallet.call(testChainSource, { body }), gcTime: 0 })
  const saving = useSaving(() => {
    onDirty(false)
    onSaved()
  })
  const change = (part: Partial<Draft>) => {
    setEdits({ ...edits, ...part })
    testing.reset()
    saving.reset()
    onDirty(true)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (body.url) saving.mutate(body)
  }
  const error = testing.error ?? saving.error
  return (
    <form noValidate className="grid gap-4" onSubmit={submit}>
      <div>
        <Segmented
          label={t('wallet.chainSource.kind')}
          value={draft.kind}
          onValueChange={kind => change({ kind })}
          choices={[
            { value: 'bitcoind', label: t('wallet.chainSource.bitcoind') },
            { value: 'esplora', label: t('wallet.chainSource.esplora') },
            ...(publicUrl ? [{ value: 'public' as const, label: t('wallet.chainSource.public') }] : []),
          ]}
        />
      </div>
      <Address {...{ draft, change, publicUrl }} />
      {draft.kind === 'bitcoind' && <NodeLogin {...{ draft, change }} isPasswordKept={source.has_password} />}
      {error && <Failure error={error} />}
      {testing.data && <Answers {...testing.data} />}
      <div className="flex flex-wrap justify-end gap-2">
        {source.kind !== 'none' && (
          <Button variant="ghost" loading={saving.isPending} onClick={() => saving.mutate({ kind: 'none' })}>
            {t('wallet.chainSource.remove')}
          </Button>
        )}
        <Button disabled={!body.url} loading={testing.isPending} onClick={() => testing.mutate()}>
          {t('wallet.chainSource.test')}
        </Button>
        <Button type="submit" variant="primary" disabled={!body.url} loading={saving.isPending}>
          {t('wallet.chainSource.save')}
        </Button>
      </div>
    </form>
  )
}

function useSaving(onSaved: () => void) {
  const { t } = useTexts()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (given: ReturnType<typeof bodyOf> | { kind: 'none' }) => wallet.call(saveChainSource, { body: given }),
    onSuccess: answer => {
      queryClient.setQueryData(sessionQueries.chainSource.queryKey, answer)
      void queryClient.invalidateQueries({ queryKey: walletQueries.health.queryKey })
      toast.success(t('wallet.chainSource.saved'))
      onSaved()
    },
    gcTime: 0,
  })
}

interface AddressProps {
  readonly draft: Draft
  readonly change: (part: Partial<Draft>) => void
  readonly publicUrl: string | null
}

/** The source's address; for a public one, what its operator learns. */
function Address({ draft, change, publicUrl }: AddressProps) {
  const { t } = useTexts()
  if (draft.kind === 'public')
    return (
      <Alert kind="warning" title={publicUrl}>
        {t('wallet.chainSource.publicText')}
      </Alert>
    )
  return (
    <TextField
      label={t('wallet.chainSource.url')}
      description={t(`wallet.chainSource.${draft.kind}Hint`)}
      type="url"
      autoComplete="off"
      mono
      value={draft.url}
      onValueChange={url => change({ url })}
    />
  )
}

/** The source answered the test. */
function Answers({ height, took_ms }: AnswerOf<typeof testChainSource>) {
  const { t } = useTexts()
  return (
    <Alert kind="success">
      {t('wallet.chainSource.answers', { height: formatNumber(height), millis: formatNumber(took_ms) })}
    </Alert>
  )
}

interface NodeLoginProps {
  readonly draft: Draft
  readonly change: (part: Partial<Draft>) => void
  readonly isPasswordKept: boolean
}

/** By the node's cookie, or by user and password. */
function NodeLogin({ draft, change, isPasswordKept }: NodeLoginProps) {
  const { t } = useTexts()
  const isByCookie = draft.cookieFile.trim() !== ''
  return (
    <>
      <TextField
        label={t('wallet.chainSource.user')}
        autoComplete="off"
        disabled={isByCookie}
        value={draft.user}
        onValueChange={user => change({ user })}
      />
      <TextField
        label={t('wallet.chainSource.password')}
        description={isPasswordKept && !isByCookie ? t('wallet.chainSource.passwordKept') : undefined}
        type="password"
        autoComplete="off"
        disabled={isByCookie}
        value={draft.password}
        onValueChange={password => change({ password })}
      />
      <TextField
        label={t('wallet.chainSource.cookie')}
        description={t('wallet.chainSource.cookieHint')}
        autoComplete="off"
        mono
        value={draft.cookieFile}
        onValueChange={cookieFile => change({ cookieFile })}
      />
    </>
  )
}
