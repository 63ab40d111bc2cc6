import { acceptSearch, searchFurther } from '@hornets/contract/wallet/set-up'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { messageOf } from '../../../api/calls/api-error.ts'
import { translateMessage, useTexts } from '../../../i18n/texts.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Alert } from '../../../ui/states/alert.tsx'
import { formatNumber } from '../../../ui/text/format.ts'
import { sessionQueries, walletQueries } from '../service/queries.ts'
import { wallet } from '../service/wallet-service.ts'
import { GapLimitField, highestGapLimit, isGapLimit } from '../set-up/gap-limit-field.tsx'
import type { Account } from './account-facts.tsx'

export function SearchResult({ search, limit }: { readonly search: Account['search']; readonly limit: number }) {
  const { t } = useTexts()
  const queryClient = useQueryClient()
  const [gap, setGap] = useState<number | null>(Math.min(limit * 10, highestGapLimit))
  const [isTried, setTried] = useState(false)
  const refresh = () =>
    Promise.all(
      [sessionQueries.account, walletQueries.health].map(({ queryKey }) => queryClient.invalidateQueries({ queryKey })),
    )
  const searching = useMutation({
    mutationFn: (gap_limit: number) => wallet.call(searchFurther, { body: { gap_limit } }),
    onSuccess: refresh,
  })
  const accepting = useMutation({ mutationFn: () => wallet.call(acceptSearch, { body: {} }), onSuccess: refresh })
  if (!search) return <p className="text-small">{t('wallet.search.running')}</p>
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (isGapLimit(gap)) searching.mutate(gap)
  }
  const { looked, found_nothing, accepted } = search
  const error = searching.error ?? accepting.error
  const figures = {
    receiving: formatNumber(looked.receiving),
    change: formatNumber(looked.change),
    subscribers: formatNumber(looked.subscribers),
  }
  return (
    <form noValidate className="grid gap-3" onSubmit={submit}>
      <p className="text-small tabular-nums">{t('wallet.search.looked', figures)}</p>
      {found_nothing && !accepted && (
        <Alert kind="warning" title={t('wallet.search.nothing')}>
          {t('wallet.search.nothingText')}
        </Alert>
      )}
      <GapLimitField value={gap} onValueChange={setGap} isTried={isTried} />
      {error && <Alert kind="error">{translateMessage(messageOf(error))}</Alert>}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="secondary" loading={searching.isPending}>
          {t('wallet.search.further')}
        </Button>
        {found_nothing && !accepted && (
          <Button variant="ghost" loading={accepting.isPending} onClick={() => accepting.mutate()}>
            {t('wallet.search.accept')}
          </Button>
        )}
      </div>
    </form>
  )
}
