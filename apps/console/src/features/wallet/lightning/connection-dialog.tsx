import { connectLightning, disconnectLightning, getLightning } from '@hornets/contract/wallet/lightning'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { failureText } from '../../../api/calls/failure-text.ts'
import { useTexts } from '../../../i18n/texts.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { TextField } from '../../../ui/forms/text-field.tsx'
import { confirm } from '../../../ui/overlays/confirm.ts'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { toast } from '../../../ui/overlays/toast.ts'
import { ErrorState } from '../../../ui/states/error-state.tsx'
import { Skeleton } from '../../../ui/states/skeleton.tsx'
import { Fact, FactList } from '../parts/fact-list.tsx'
import { Failure } from '../parts/failure.tsx'
import { sessionQueries, walletQueries } from '../service/queries.ts'
import { wallet } from '../service/wallet-service.ts'

interface ConnectionDialogProps {
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
}

export function ConnectionDialog({ open, onOpenChange }: ConnectionDialogProps) {
  const { t } = useTexts()
  const [isDirty, setDirty] = useState(false)
  return (
    <Dialog
      {...{ open, onOpenChange }}
      title={t('wallet.lightning.title')}
      description={t('wallet.lightning.connectText')}
      dirty={isDirty}
    >
      {open && <Connection onDirty={setDirty} />}
    </Dialog>
  )
}

function Connection({ onDirty }: { readonly onDirty: (dirty: boolean) => void }) {
  const { t } = useTexts()
  const queryClient = useQueryClient()
  const { queryKey } = sessionQueries.lightning
  const query = useQuery({
    ...sessionQueries.lightning,
    queryFn: ({ signal }) => wallet.call(getLightning, { signal }),
  })
  const keep = (answer: NonNullable<typeof query.data>) => {
    queryClient.setQueryData(queryKey, answer)
    void queryClient.invalidateQueries({ queryKey: walletQueries.health.queryKey })
  }
  const leaving = useMutation({
    mutationFn: () => wallet.call(disconnectLightning),
    onSuccess: answer => {
      keep(answer)
      toast.success(t('wallet.lightning.disconnected'))
    },
  })
  if (query.error && !query.data)
    return (
      <ErrorState message={failureText(query.error)} onRetry={() => void query.refetch()} retrying={query.isFetching} />
    )
  if (!query.data) return <Skeleton className="h-32" />
  if (query.data.state === 'none') return <ConnectForm onDirty={onDirty} onConnected={keep} />
  const { alias, relay, methods, receive_only } = query.data
  return (
    <div className="grid gap-4">
      <FactList>
        {alias && <Fact name={t('wallet.lightning.node')}>{alias}</Fact>}
        <Fact name={t('wallet.lightning.relay')} mono>
          {relay}
        </Fact>
        {methods.length > 0 && (
          <Fact name={t('wallet.lightning.methods')} mono>
            {methods.join(', ')}
          </Fact>
        )}
      </FactList>
      <p className="text-muted text-small">{t(`wallet.lightning.${receive_only ? 'receiveOnly' : 'canPay'}`)}</p>
      {leaving.error && <Failure error={leaving.error} />}
      <Button className="justify-self-end" loading={leaving.isPending} onClick={() => void leave()}>
        {t('wallet.lightning.disconnect')}
      </Button>
    </div>
  )

  async function leave(): Promise<void> {
    const isMeant = await confirm({
      title: t('wallet.lightning.disconnectTitle'),
      text: t('wallet.lightning.disconnectText'),
      action: t('wallet.lightning.disconnect'),
      danger: true,
    })
    if (isMeant) leaving.mutate()
  }
}

interface ConnectFormProps {
  readonly onDirty: (dirty: boolean) => void
  readonly onConnected: (answer: Awaited<ReturnType<typeof connect>>) => void
}

const connect = (body: { uri: string; password: string }) => wallet.call(connectLightning, { body })

function ConnectForm({ onDirty, onConnected }: ConnectFormProps) {
  const { t } = useTexts()
  const [uri, setUri] = useState('')
  const [password, setPassword] = useState('')
  const connecting = useMutation({
    mutationFn: connect,
    onSuccess: answer => {
      onDirty(false)
      toast.success(t('wallet.lightning.connected'))
      onConnected(answer)
    },
    gcTime: 0,
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (uri.trim() && password) connecting.mutate({ uri: uri.trim(), password })
  }
  return (
    <form noValidate onSubmit={submit} className="grid gap-4">
      <TextField
        label={t('wallet.lightning.uri')}
        description={t('wallet.lightning.uriHint')}
        type="password"
        autoComplete="off"
        mono
        value={uri}
        onValueChange={value => {
          setUri(value)
          onDirty(value !== '')
        }}
      />
      <TextField
        label={t('wallet.keys.password')}
        type="password"
        autoComplete="off"
        value={password}
        onValueChange={setPassword}
      />
      {connecting.error && <Failure error={connecting.error} />}
      <Button
        type="submit"
        variant="primary"
        className="justify-self-end"
        disabled={!uri.trim() || !password}
        loading={connecting.isPending}
      >
        {t('wallet.lightning.connect')}
      </Button>
    </form>
  )
}
