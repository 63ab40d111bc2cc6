import type { Group } from '@hornets/contract/admin/settings'
import { getServices, type ServiceReport, serviceGroups } from '@hornets/contract/admin/settings/services'
import { useQuery } from '@tanstack/react-query'
import { apiQuery } from '../../../api/queries/api-query.ts'
import { offersCall } from '../../../api/server/server.ts'
import { translateMessage, useTexts } from '../../../i18n/texts.ts'
import { Badge } from '../../../ui/states/badge.tsx'
import { formatBytes, formatMoment, formatNumber } from '../../../ui/text/format.ts'
import { JudgeNote } from './judge-note.tsx'

const looks = { off: 'neutral', waiting: 'neutral', running: 'ok', failing: 'bad' } as const
/** Often enough to watch a service come back, or an installation go on. */
const askEveryMs = 3000

export function ServiceLine({ group }: { readonly group: Group }) {
  const enabled = offersCall(getServices) && serviceGroups.some(name => name === group.name)
  const { data } = useQuery({ ...apiQuery(getServices), refetchInterval: askEveryMs, enabled })
  const report = data?.find(service => service.group === group.name)
  if (!report) return null
  return (
    <div className="mb-4 grid gap-3">
      <State report={report} />
      {group.name === 'image_moderation' && <JudgeNote judge={report.judge} />}
    </div>
  )
}

function State({ report }: { readonly report: ServiceReport }) {
  const { t } = useTexts()
  const { state, error, detail } = report
  return (
    <div className="grid gap-1 text-small">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-muted">
        <Badge kind={looks[state]}>{t(`settings.service.state.${state}`)}</Badge>
        {useFacts(report).map(fact => (
          <span key={fact}>{fact}</span>
        ))}
      </p>
      {error && <p>{translateMessage(error)}</p>}
      {detail && <p className="text-muted wrap-anywhere">{detail}</p>}
    </div>
  )
}

function useFacts({ state, since, queue, per_minute, latency_ms, unjudged = 0, cache }: ServiceReport): string[] {
  const { t } = useTexts()
  if (state === 'off') return []
  return [
    t('settings.service.since', { time: formatMoment(since) }),
    queue > 0 && t('settings.service.queue', { count: queue }),
    t('settings.service.perMinute', { count: per_minute }),
    latency_ms > 0 && t('settings.service.latency', { ms: formatNumber(latency_ms) }),
    unjudged > 0 && t('settings.service.unjudged', { count: unjudged }),
    cache &&
      t('settings.service.cache', {
        hits: formatNumber(cache.hits),
        asked: formatNumber(cache.hits + cache.misses),
        size: formatBytes(cache.bytes),
      }),
  ].filter(fact => typeof fact === 'string')
}
