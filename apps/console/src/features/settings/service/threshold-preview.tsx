import { previewModeration } from '@hornets/contract/admin/notifications/moderation'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type Control, useWatch } from 'react-hook-form'
import { apiQuery } from '../../../api/queries/api-query.ts'
import { useMay } from '../../../api/session/use-may.ts'
import { useTexts } from '../../../i18n/texts.ts'
import { useDebounced } from '../../../ui/page/use-debounced.ts'
import { formatNumber } from '../../../ui/text/format.ts'
import type { GroupValues } from '../form/group-values.ts'

const restMs = 300

export function ThresholdPreview({ control }: { readonly control: Control<GroupValues> }) {
  const { t } = useTexts()
  const [mode, typed] = useWatch({ control, name: ['mode', 'threshold'] })
  const threshold = useDebounced(Number(typed), restMs)
  const query = previewModeration.query.safeParse({ mode, threshold })
  const enabled = useMay(previewModeration) && query.success
  const asked = query.success ? query.data : { mode: 'basic' as const, threshold: 0 }
  const { data } = useQuery({
    ...apiQuery(previewModeration, { query: asked }),
    enabled,
    placeholderData: keepPreviousData,
  })
  if (!enabled || !data) return null
  const { judged, now, changed } = data
  const isSame = changed.unknown === 0 && now.flag === changed.flag && now.block === changed.block
  return (
    <div role="status" className="mt-4 grid gap-1 text-small">
      {judged === 0 && <p className="text-muted">{t('settings.preview.none')}</p>}
      {judged > 0 && <p>{t('settings.preview.changed', { count: judged, ...written(changed) })}</p>}
      {judged > 0 && !isSame && <p className="text-muted">{t('settings.preview.now', written(now))}</p>}
      {changed.unknown > 0 && <p>{t('settings.preview.unknown', { count: changed.unknown })}</p>}
    </div>
  )
}

const written = ({ allow, flag, block }: { allow: number; flag: number; block: number }) => ({
  allow: formatNumber(allow),
  flag: formatNumber(flag),
  block: formatNumber(block),
})
