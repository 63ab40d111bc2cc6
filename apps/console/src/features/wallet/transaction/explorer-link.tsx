import { getSettings } from '@hornets/contract/admin/settings'
import { explorerLink } from '@hornets/contract/explorer'
import { useQuery } from '@tanstack/react-query'
import { ExternalLink } from 'lucide-react'
import { apiQuery } from '../../../api/queries/api-query.ts'
import { useTexts } from '../../../i18n/texts.ts'

/** Link to the explorer named in the settings; nothing without one. Opens only when pressed. */
export function ExplorerLink({ txid }: { readonly txid: string }) {
  const { t } = useTexts()
  const { data } = useQuery(apiQuery(getSettings, { params: { group: 'wallet' } }))
  const template = data?.wallet?.explorer_url
  const link = typeof template === 'string' ? explorerLink(template, txid) : undefined
  if (link === undefined) return null
  return (
    <p className="flex flex-wrap items-center gap-x-2 text-small">
      <a
        href={link}
        target="_blank"
        rel="noopener noreferrer"
        className="inline-flex items-center gap-1.5 font-semibold text-accent-text underline-offset-4 hover:underline"
      >
        <ExternalLink size={16} aria-hidden />
        {t('wallet.transaction.explorer')}
      </a>
      <span className="text-caption text-muted">
        {t('wallet.transaction.explorerHint', { host: new URL(link).host })}
      </span>
    </p>
  )
}
