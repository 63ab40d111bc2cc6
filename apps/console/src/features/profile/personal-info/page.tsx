import { useQuery } from '@tanstack/react-query'
import { useTexts } from '../../../i18n/texts.ts'
import { profileQueries } from '../profile-queries.ts'
import { QueryCard } from '../query-card.tsx'
import { ProfileForm } from './profile-form.tsx'

export function PersonalInfoPage() {
  const { t } = useTexts()
  const query = useQuery(profileQueries.user)
  if (query.data) return <ProfileForm user={query.data} />
  return (
    <QueryCard title={t('profile.page.personalInfo')} query={query} shape="fields">
      {() => null}
    </QueryCard>
  )
}
