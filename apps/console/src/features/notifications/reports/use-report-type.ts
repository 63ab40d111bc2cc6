import { useTexts } from '../../../i18n/texts.ts'

const known = [
  'nudity',
  'malware',
  'profanity',
  'illegal',
  'spam',
  'impersonation',
  'other',
  'similar',
  'word',
] as const

/** What something is reported as (NIP-56), in the user's language; a type that is new stays as it is. */
export function useReportType(): (type: string) => string {
  const { t } = useTexts()
  return type => {
    const name = known.find(one => one === type)
    return name ? t(`notifications.reports.type.${name}`) : type
  }
}
