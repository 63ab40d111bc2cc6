import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { failureText } from '../../../../api/calls/failure-text.ts'
import { useTexts } from '../../../../i18n/texts.ts'
import { Dialog } from '../../../../ui/overlays/dialog.tsx'
import { Alert } from '../../../../ui/states/alert.tsx'
import { ErrorState } from '../../../../ui/states/error-state.tsx'
import { Skeleton } from '../../../../ui/states/skeleton.tsx'
import { Fact, FactList } from '../../parts/fact-list.tsx'
import { sessionQueries } from '../../service/queries.ts'
import { ChainSourceForm } from './chain-source-form.tsx'

interface ChainSourceDialogProps {
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
}

export function ChainSourceDialog({ open, onOpenChange }: ChainSourceDialogProps) {
  const { t } = useTexts()
  const [isDirty, setDirty] = useState(false)
  return (
    <Dialog
      {...{ open, onOpenChange }}
      title={t('wallet.chainSource.title')}
      description={t('wallet.chainSource.text')}
      dirty={isDirty}
    >
      {open && <Source onDirty={setDirty} onSaved={() => onOpenChange(false)} />}
    </Dialog>
  )
}

interface SourceProps {
  readonly onDirty: (isDirty: boolean) => void
  readonly onSaved: () => void
}

function Source({ onDirty, onSaved }: SourceProps) {
  const { t } = useTexts()
  const query = useQuery(sessionQueries.chainSource)
  if (query.error && !query.data)
    return (
      <ErrorState message={failureText(query.error)} onRetry={() => void query.refetch()} retrying={query.isFetching} />
    )
  if (!query.data) return <Skeleton className="h-40" />
  const { fixed, kind, url, user } = query.data
  if (!fixed) return <ChainSourceForm key={url} source={query.data} onDirty={onDirty} onSaved={onSaved} />
  return (
    <div className="grid gap-3">
      <Alert kind="info">{t('wallet.chainSource.fixed')}</Alert>
      <FactList>
        <Fact name={t('wallet.chainSource.kind')}>
          {t(`wallet.chainSource.${kind === 'bitcoind' ? 'bitcoind' : 'esplora'}`)}
        </Fact>
        <Fact name={t('wallet.chainSource.url')} mono>
          {url}
        </Fact>
        {user && <Fact name={t('wallet.chainSource.user')}>{user}</Fact>}
      </FactList>
    </div>
  )
}
