import { useQuery } from '@tanstack/react-query'
import { npubOf } from '../../api/signers/pubkey.ts'
import { useTexts } from '../../i18n/texts.ts'
import { Person } from '../../person/person.tsx'
import { Segmented } from '../../ui/forms/segmented.tsx'
import { Select } from '../../ui/forms/select.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import { areDaysReversed } from '../../ui/text/calendar-day.ts'
import { shortenMiddle } from '../../ui/text/shorten.ts'
import { actionText } from './action-text.ts'
import { auditChoices } from './audit-queries.ts'
import type { useAuditSearch } from './use-audit-search.ts'

const all = ''

interface FiltersProps {
  readonly filters: ReturnType<typeof useAuditSearch>
}

export function Filters({ filters }: FiltersProps) {
  const { t } = useTexts()
  const { search, typed, type, choose } = filters
  const { data } = useQuery(auditChoices)
  const actions = data?.actions ?? (search.action ? [search.action] : [])
  const actors = data?.actors ?? (search.actor ? [{ pubkey: search.actor, name: '' }] : [])
  return (
    <div className="grid gap-3 border-line border-b p-3 xs:grid-cols-2 sm:flex sm:flex-wrap sm:items-start">
      <TextField
        label={t('audit.filter.target')}
        placeholder={t('audit.filter.targetHint')}
        type="search"
        value={typed.q}
        onValueChange={q => type({ q })}
        className="xs:col-span-2 sm:min-w-44 sm:flex-1 sm:basis-44"
      />
      <Select
        label={t('audit.filter.action')}
        value={search.action}
        onValueChange={action => choose({ action })}
        choices={[
          { value: all, label: t('audit.filter.allActions') },
          ...actions.map(action => ({ value: action, label: actionText(action) })),
        ]}
        className="sm:min-w-40 sm:flex-1 sm:basis-40"
      />
      <Select
        label={t('audit.filter.actor')}
        value={search.actor}
        onValueChange={actor => choose({ actor })}
        choices={[
          { value: all, label: t('audit.filter.allActors') },
          ...actors.map(({ pubkey, name }) => ({
            value: pubkey,
            label: name || shortenMiddle(npubOf(pubkey), 10, 6),
            content: <Person pubkey={pubkey} named={name} size="tiny" linked={false} />,
          })),
        ]}
        className="sm:min-w-40 sm:flex-1 sm:basis-40"
      />
      <TextField
        label={t('audit.filter.from')}
        type="date"
        error={areDaysReversed(typed) ? t('audit.filter.reversed') : undefined}
        value={typed.from}
        onValueChange={from => type({ from })}
        className="sm:min-w-34 sm:flex-1 sm:basis-34"
      />
      <TextField
        label={t('audit.filter.to')}
        type="date"
        value={typed.to}
        onValueChange={to => type({ to })}
        className="sm:min-w-34 sm:flex-1 sm:basis-34"
      />
      <Outcome filters={filters} />
    </div>
  )
}

/** Done or refused: on its own line, or aligned with fields that have their labels above. */
function Outcome({ filters: { search, choose } }: FiltersProps) {
  const { t } = useTexts()
  return (
    <div className="xs:col-span-2 max-2xl:basis-full 2xl:pt-7">
      <Segmented
        label={t('audit.filter.outcome')}
        value={search.outcome || 'any'}
        onValueChange={outcome => choose({ outcome: outcome === 'any' ? '' : outcome })}
        choices={[
          { value: 'any', label: t('audit.outcome.any') },
          { value: 'done', label: t('audit.outcome.done') },
          { value: 'refused', label: t('audit.outcome.refused') },
        ]}
      />
    </div>
  )
}
