import type { PersonStatus } from '@hornets/contract/admin/accounts/people'
import type { ComponentProps } from 'react'
import { useTexts } from '../../i18n/texts.ts'
import { Badge } from '../../ui/states/badge.tsx'

const kinds: Readonly<Record<PersonStatus, NonNullable<ComponentProps<typeof Badge>['kind']>>> = {
  owner: 'accent',
  member: 'neutral',
  paying: 'ok',
  trusted: 'neutral',
  allowed: 'ok',
  blocked: 'bad',
}

export function StatusBadges({ status }: { readonly status: readonly PersonStatus[] }) {
  const { t } = useTexts()
  return (
    <span className="flex flex-wrap gap-1">
      {status.map(one => (
        <Badge key={one} kind={kinds[one]}>
          {t(`people.status.${one}`)}
        </Badge>
      ))}
    </span>
  )
}
