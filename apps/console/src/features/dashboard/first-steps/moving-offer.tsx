import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { statisticsQueries } from '../../../api/queries/statistics-queries.ts'
import { useIsRole } from '../../../api/session/use-may.ts'
import { useTexts } from '../../../i18n/texts.ts'

/** The first thing that an empty relay offers: to move here from another one. */
export function MovingOffer() {
  const { t } = useTexts()
  const isOwner = useIsRole('owner')
  const { data } = useQuery(statisticsQueries.relayCount)
  if (!isOwner || data?.kinds !== 0) return null
  return (
    <p className="mt-3 rounded-md border border-line bg-sunken px-3 py-2.5 text-small">
      {t('moving.offer')}{' '}
      <Link to="/moving" className="font-semibold text-accent-text hover:underline">
        {t('moving.offerLink')}
      </Link>
    </p>
  )
}
