import { Link } from '@tanstack/react-router'
import { useTexts } from '../../i18n/texts.ts'

/** The way from a card to its page; named after the card for those who hear it alone. */
export function DetailsLink({ to, of }: { readonly to: string; readonly of: string }) {
  const { t } = useTexts()
  const words = t('ui.details')
  return (
    <Link to={to} aria-label={`${words}: ${of}`} className="rounded-sm text-muted hover:text-text hover:underline">
      {words}
    </Link>
  )
}
