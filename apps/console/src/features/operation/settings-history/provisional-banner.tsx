import { getProvisional, keepProvisional, putBackProvisional } from '@hornets/contract/admin/settings/provisional'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Timer } from 'lucide-react'
import { useEffect, useState } from 'react'
import { api } from '../../../api/calls/api.ts'
import { failureText } from '../../../api/calls/failure-text.ts'
import { apiQuery } from '../../../api/queries/api-query.ts'
import { staleOn } from '../../../api/queries/cached.ts'
import { useTexts } from '../../../i18n/texts.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { toast } from '../../../ui/overlays/toast.ts'
import { sectionTitle } from './section-texts.ts'

/** While a change waits: another admin can keep it, and the relay puts it back by itself. */
const waitingMs = 3000

/** On every page while a change that could lock out waits to be kept. */
export function ProvisionalBanner() {
  const { t } = useTexts()
  const queries = useQueryClient()
  const { data, dataUpdatedAt } = useQuery({
    ...apiQuery(getProvisional),
    refetchInterval: ({ state }) => (state.data?.change ? waitingMs : false),
  })
  const change = data?.change
  const left = useLeft(change?.left_seconds ?? null, dataUpdatedAt)
  const answer = useMutation({
    mutationFn: (call: typeof keepProvisional | typeof putBackProvisional) => api.call(call, { body: {} }),
    onSuccess: (_, call) => toast.success(t(call === keepProvisional ? 'provisional.kept' : 'provisional.putBack')),
    onError: error => toast.error(failureText(error)),
    onSettled: () => queries.invalidateQueries(staleOn('settings')),
  })
  if (!change) return null
  return (
    <section
      aria-label={t('provisional.title')}
      className="flex flex-wrap items-center gap-x-3 gap-y-2 border-warn border-b bg-warn-soft px-3.5 py-2 text-small md:px-6"
    >
      <Timer size={16} className="shrink-0 text-warn" />
      <p className="min-w-0 flex-1 basis-60">
        <span className="font-semibold">{sectionTitle(change.section)}</span>{' '}
        {left === null ? (
          t('provisional.afterRestart')
        ) : (
          <span role="timer">{t('provisional.left', { count: left })}</span>
        )}
      </p>
      <div className="flex flex-wrap gap-2">
        <Button size="small" disabled={answer.isPending} onClick={() => answer.mutate(putBackProvisional)}>
          {t('provisional.putBackNow')}
        </Button>
        <Button
          size="small"
          variant="primary"
          disabled={answer.isPending}
          onClick={() => answer.mutate(keepProvisional)}
        >
          {t('provisional.keep')}
        </Button>
      </div>
    </section>
  )
}

/** Seconds left, counted down from when they were answered. */
function useLeft(answered: number | null, answeredAt: number): number | null {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    if (answered === null) return
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [answered])
  return answered === null ? null : Math.max(0, answered - Math.max(0, Math.round((now - answeredAt) / 1000)))
}
