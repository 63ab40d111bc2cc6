import { prepareRefund } from '@hornets/contract/admin/subscriptions/subscriber-changes'
import { getSubscriber } from '@hornets/contract/admin/subscriptions/subscribers'
import type { AnswerOf } from '@hornets/contract/endpoint'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { failureText } from '../../../api/calls/failure-text.ts'
import { apiQuery } from '../../../api/queries/api-query.ts'
import { useMay } from '../../../api/session/use-may.ts'
import { dataLimitText } from '../../../i18n/contract-texts.ts'
import { useTexts } from '../../../i18n/texts.ts'
import { Person } from '../../../person/person.tsx'
import { Button } from '../../../ui/buttons/button.tsx'
import { CopyButton } from '../../../ui/buttons/copy-button.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { ErrorState } from '../../../ui/states/error-state.tsx'
import { RowsSkeleton } from '../../../ui/states/rows-skeleton.tsx'
import { formatBytes, formatLongDay } from '../../../ui/text/format.ts'
import { formatExactSats } from '../../../ui/text/sats.ts'
import { shortenMiddle } from '../../../ui/text/shorten.ts'
import { StatusBadge } from '../status-badge.tsx'
import { ChangeTierForm } from './change-tier-form.tsx'
import { Fact } from './fact.tsx'
import { GiftForm } from './gift-form.tsx'
import { RefundForm } from './refund-form.tsx'
import { Timeline } from './timeline.tsx'

interface SubscriberDialogProps {
  /** Hex. */
  readonly pubkey: string
  readonly onClose: () => void
}

type Doing = 'gift' | 'tier' | 'refund'

export function SubscriberDialog({ pubkey, onClose }: SubscriberDialogProps) {
  const { t } = useTexts()
  const { data, error, refetch, isFetching } = useQuery(apiQuery(getSubscriber, { params: { pubkey } }))
  const [doing, setDoing] = useState<Doing>()
  const stop = () => setDoing(undefined)
  const mayRefund = useMay(prepareRefund)
  const runs = data?.status === 'active' || data?.status === 'grace'
  return (
    <Dialog open onOpenChange={open => !open && onClose()} title={t('subscribers.details.title')}>
      {!data && error && (
        <ErrorState message={failureText(error)} onRetry={() => void refetch()} retrying={isFetching} />
      )}
      {!data && !error && <RowsSkeleton rows={5} className="h-6" />}
      {data && (
        <div className="grid gap-4">
          <div className="flex items-start gap-4">
            <Person pubkey={pubkey} named={data.name} size="large" copies />
            <Status subscriber={data} />
          </div>
          {doing === undefined && (
            <div className="flex flex-wrap gap-2">
              <Button size="small" onClick={() => setDoing('gift')}>
                {t('subscribers.gift.open')}
              </Button>
              {runs && (
                <Button size="small" onClick={() => setDoing('tier')}>
                  {t('subscribers.tier.open')}
                </Button>
              )}
              {mayRefund && data.credit_sats > 0 && (
                <Button size="small" onClick={() => setDoing('refund')}>
                  {t('subscribers.refund.open')}
                </Button>
              )}
            </div>
          )}
          {doing === 'gift' && <GiftForm subscriber={data} onDone={stop} />}
          {doing === 'tier' && <ChangeTierForm subscriber={data} onDone={stop} />}
          {doing === 'refund' && <RefundForm subscriber={data} onDone={stop} />}
          <Timeline pubkey={pubkey} />
        </div>
      )}
    </Dialog>
  )
}

function Status({ subscriber }: { readonly subscriber: AnswerOf<typeof getSubscriber> }) {
  const { t } = useTexts()
  const { status, tier, expires_at, used_bytes, total_bytes, paid_sats, credit_sats } = subscriber
  const { pending_sats, address, is_reminded_by_mail } = subscriber
  const used = formatBytes(used_bytes)
  return (
    <dl className="grid min-w-0 flex-1 gap-x-4 text-small sm:grid-cols-[auto_minmax(0,1fr)] sm:gap-y-1">
      <Fact name={t('subscribers.column.status')}>
        <StatusBadge status={status} />
      </Fact>
      <Fact name={t('subscribers.column.tier')}>{tier ? dataLimitText(tier) : '–'}</Fact>
      {expires_at && <Fact name={t('subscribers.column.expires')}>{formatLongDay(expires_at)}</Fact>}
      <Fact name={t('subscribers.details.used')}>
        {total_bytes === null ? used : t('subscribers.details.usedOf', { used, total: formatBytes(total_bytes) })}
      </Fact>
      <Fact name={t('subscribers.column.paid')}>{formatExactSats(paid_sats)}</Fact>
      <Fact name={t('subscribers.column.credit')}>{formatExactSats(credit_sats)}</Fact>
      {pending_sats > 0 && <Fact name={t('subscribers.details.pending')}>{formatExactSats(pending_sats)}</Fact>}
      {is_reminded_by_mail && <Fact name={t('subscribers.details.byMail')}>{t('subscribers.details.yes')}</Fact>}
      {address && (
        <Fact name={t('subscribers.details.address')}>
          <Key text={address} label={t('subscribers.details.copyAddress')} />
        </Fact>
      )}
    </dl>
  )
}

function Key({ text, label }: { readonly text: string; readonly label: string }) {
  return (
    <span className="inline-flex items-center gap-1">
      <code title={text} className="font-mono text-small">
        {shortenMiddle(text, 14, 8)}
      </code>
      <CopyButton value={text} label={label} />
    </span>
  )
}
