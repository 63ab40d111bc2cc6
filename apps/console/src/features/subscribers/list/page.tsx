import { listSubscribers } from '@hornets/contract/admin/subscriptions/subscribers'
import { useInfiniteQuery } from '@tanstack/react-query'
import { LockKeyhole, Search, Users } from 'lucide-react'
import { listFailures } from '../../../api/calls/failure-text.ts'
import { useMay } from '../../../api/session/use-may.ts'
import { useTexts } from '../../../i18n/texts.ts'
import { EndlessList } from '../../../ui/content/endless-list.tsx'
import { Select } from '../../../ui/forms/select.tsx'
import { TextField } from '../../../ui/forms/text-field.tsx'
import { useTyped } from '../../../ui/forms/use-typed.ts'
import { useUrlParameters } from '../../../ui/page/use-url-parameters.ts'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { RowsSkeleton } from '../../../ui/states/rows-skeleton.tsx'
import { SubscriberDialog } from '../details/subscriber-dialog.tsx'
import { subscriberPages } from './subscriber-pages.ts'
import { readSubscriberSearch, statusChoices } from './subscriber-search.ts'
import { SubscriberTable } from './subscriber-table.tsx'
import { UnassignedPayments } from './unassigned-payments.tsx'

/** Who pays, who has paid, and who could (SUBS). Money is for operators. */
export function SubscribersPage() {
  const { t } = useTexts()
  const may = useMay(listSubscribers)
  return (
    <div className="grid max-w-600 content-start gap-4">
      <div>
        <h1 className="font-semibold text-title">{t('shell.nav.subscribers')}</h1>
        <p className="max-w-160 text-muted text-small">{t('subscribers.list.description')}</p>
      </div>
      {may && <UnassignedPayments />}
      <div className="rounded-md border border-line bg-surface">
        {may ? (
          <Subscribers />
        ) : (
          <EmptyState
            icon={LockKeyhole}
            title={t('subscribers.list.notAllowed')}
            text={t('subscribers.list.notAllowedText')}
          />
        )}
      </div>
    </div>
  )
}

const hex = /^[0-9a-f]{64}$/

function Subscribers() {
  const { t } = useTexts()
  const [parameters, change] = useUrlParameters()
  const search = readSubscriberSearch(parameters)
  const { typed, type, sending } = useTyped({
    inUrl: { q: search.q },
    onSettled: ({ q }) => {
      sending({ q })
      change({ q: q || undefined }, { replace: true })
    },
  })
  const query = useInfiniteQuery(subscriberPages(search))
  const rows = query.data?.pages.flatMap(page => page.subscribers) ?? []
  const opened = hex.test(String(parameters.key)) ? String(parameters.key) : undefined
  const isNarrowed = search.q !== '' || search.status !== 'paying'
  return (
    <>
      <div className="grid gap-3 border-line border-b p-3 sm:grid-cols-[minmax(0,1fr)_12rem_12rem]">
        <TextField
          label={t('subscribers.list.search')}
          placeholder={t('subscribers.list.searchHint')}
          type="search"
          value={typed.q}
          onValueChange={q => type({ q })}
        />
        <Select
          label={t('subscribers.list.status')}
          value={search.status}
          onValueChange={status => change({ status: status === 'paying' ? undefined : status }, { replace: true })}
          choices={statusChoices.map(value => ({ value, label: t(`subscribers.status.${value}`) }))}
        />
        <Select
          label={t('subscribers.list.sort')}
          value={search.sort}
          onValueChange={sort => change({ sort: sort === 'newest' ? undefined : sort }, { replace: true })}
          choices={(['newest', 'expiry'] as const).map(value => ({ value, label: t(`subscribers.list.by.${value}`) }))}
        />
      </div>
      <EndlessList
        query={query}
        isEmpty={rows.length === 0}
        loading={<RowsSkeleton rows={6} className="h-8" />}
        empty={<NoSubscribers isNarrowed={isNarrowed} />}
        more={t('subscribers.list.more')}
        failureOf={listFailures}
      >
        <SubscriberTable rows={rows} onOpen={key => change({ key })} />
      </EndlessList>
      {opened && (
        <SubscriberDialog
          key={opened}
          pubkey={opened}
          onClose={() => change({ key: undefined }, { ignoreBlocker: true })}
        />
      )}
    </>
  )
}

function NoSubscribers({ isNarrowed }: { readonly isNarrowed: boolean }) {
  const { t } = useTexts()
  return (
    <EmptyState
      icon={isNarrowed ? Search : Users}
      title={t(isNarrowed ? 'subscribers.list.noneFound' : 'subscribers.list.none')}
      text={t(isNarrowed ? 'subscribers.list.noneFoundText' : 'subscribers.list.noneText')}
    />
  )
}
