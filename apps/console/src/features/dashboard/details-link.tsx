import { Link } from '@tanstack/react-router'
import { useTexts } from '../../i18n/texts.ts'

/** A card's link to its page, with the card's name for screen readers. */
export function DetailsLink({ to, of }: { readonly to: string; readonly of: string }) {
  const { t } = useTexts()
  const words = t('ui.details')
  return (
    <Link to={to} aria-label={`${words}: ${of}`} className="rounded-sm text-muted hover:text-text hover:underline">
      {words}
    </Link>
  )
}
