import { type DiskForecast, getDiskForecast } from '@hornets/contract/admin/files/disk-forecast'
import { useQuery } from '@tanstack/react-query'
import { apiQuery } from '../../../api/queries/api-query.ts'
import { useTexts } from '../../../i18n/texts.ts'
import { formatBytes } from '../../../ui/text/format.ts'

/** Fewer days than this stand out. */
const warnDays = 30

/** How much is free, and when the disk is full. Without an answer it is not there. */
export function Forecast() {
  const { t } = useTexts()
  const { data } = useQuery(apiQuery(getDiskForecast))
  if (!data) return null
  const { freeBytes, forecast } = data
  const isNear = forecast.state === 'fills' && forecast.days < warnDays
  return (
    <p className="text-small">
      <span className="tabular-nums">{t('media.forecast.free', { free: formatBytes(freeBytes) })}</span>
      {' · '}
      <span className={isNear ? 'text-bad' : 'text-muted'}>
        <Words forecast={forecast} />
      </span>
    </p>
  )
}

function Words({ forecast }: { readonly forecast: DiskForecast }) {
  const { t } = useTexts()
  if (forecast.state === 'measuring') return t('media.forecast.measuring', { count: forecast.daysMissing })
  if (forecast.state === 'steady') return t('media.forecast.steady')
  return t('media.forecast.fills', { count: forecast.days, growth: formatBytes(forecast.bytesPerDay) })
}
