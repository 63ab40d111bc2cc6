import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { failureText } from '../../../api/calls/failure-text.ts'
import { useTexts } from '../../../i18n/texts.ts'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { ErrorState } from '../../../ui/states/error-state.tsx'
import { Skeleton } from '../../../ui/states/skeleton.tsx'
import { sessionQueries } from '../service/queries.ts'
import { viewParameter } from '../service/use-wallet-view.ts'
import { OpenPayments } from '../signing/open-payments.tsx'
import { AccountFacts } from './account-facts.tsx'
import { Activity } from './activity.tsx'
import { ChainSourceButton } from './chain-source/chain-source-button.tsx'
import { GapNote } from './gap-note.tsx'
import { LabelFiles } from './label-files.tsx'
import { ReturnSigned } from './return-signed.tsx'
import { SearchResult } from './search-result.tsx'
import { Section } from './section.tsx'

interface DetailsDialogProps {
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
}

export function DetailsDialog(props: DetailsDialogProps) {
  const { t } = useTexts()
  const [isSending, setSending] = useState(false)
  return (
    <Dialog
      {...props}
      title={t('wallet.details.title')}
      busy={isSending}
      guard={{ title: t('wallet.leave.sendingTitle'), text: t('wallet.leave.sendingText'), parameter: viewParameter }}
    >
      {props.open && <Details onSending={setSending} />}
    </Dialog>
  )
}

/** @param onSending called while an externally signed payment is being sent */
function Details({ onSending }: { readonly onSending: (isSending: boolean) => void }) {
  const { t } = useTexts()
  const query = useQuery(sessionQueries.account)
  if (query.data === undefined && query.error) {
    return (
      <ErrorState message={failureText(query.error)} onRetry={() => void query.refetch()} retrying={query.isFetching} />
    )
  }
  if (query.data === undefined) return <Skeleton className="h-60" />
  return (
    <div className="grid gap-6">
      <AccountFacts account={query.data} />
      <Section title={t('wallet.chainSource.title')}>
        <div>
          <ChainSourceButton />
        </div>
      </Section>
      <Section title={t('wallet.gap.title')}>
        <GapNote gap={query.data.gap} />
      </Section>
      {query.data.restored && (
        <Section title={t('wallet.search.title')}>
          <SearchResult search={query.data.search} limit={query.data.gap.limit} />
        </Section>
      )}
      {query.data.shared && (
        <Section title={t('wallet.signing.title')}>
          <OpenPayments onSending={onSending} />
        </Section>
      )}
      {query.data.watch_only && !query.data.shared && (
        <Section title={t('wallet.psbt.returnTitle')}>
          <ReturnSigned onSending={onSending} />
        </Section>
      )}
      <Section title={t('wallet.labels.title')}>
        <LabelFiles />
      </Section>
      <Section title={t('wallet.activity.title')}>
        <Activity />
      </Section>
    </div>
  )
}
