import { useTexts } from '../../../i18n/texts.ts'
import { formatDuration } from '../../../ui/text/format.ts'

export function useWaited(): (openedAt: string) => string {
  const { t } = useTexts()
  return openedAt => {
    const seconds = Math.max(60, (Date.now() - Date.parse(openedAt)) / 1000)
    return t('notifications.cases.waited', { time: formatDuration(seconds) })
  }
}
