import { refusalCauses } from '@hornets/contract/admin/refusals/causes'
import { refusedThings } from '@hornets/contract/admin/refusals/refusals'
import clsx from 'clsx'
import { ListFilter, X } from 'lucide-react'
import { useState } from 'react'
import { useIsRole } from '../../api/session/use-may.ts'
import { readPubkey } from '../../api/signers/pubkey.ts'
import { useTexts } from '../../i18n/texts.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Select } from '../../ui/forms/select.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import { areDaysReversed } from '../../ui/text/calendar-day.ts'
import type { RefusalFilters } from './use-refusal-search.ts'

const narrowed = ['what', 'key', 'address', 'kind', 'from', 'to'] as const

export function Filters({ filters }: { readonly filters: RefusalFilters }) {
  const { t } = useTexts()
  const { search, typed, type, choose } = filters
  const seesAddresses = useIsRole('moderator')
  const [isOpen, setOpen] = useState(() => narrowed.some(name => search[name] !== ''))
  // They would fill a phone's screen.
  const further = clsx(!isOpen && 'max-sm:hidden')
  const isKeyWrong = typed.key.trim() !== '' && !readPubkey(typed.key)
  return (
    <div className="grid gap-3 border-line border-b p-3 xs:grid-cols-2 md:grid-cols-4 2xl:grid-cols-8">
      <TextField
        label={t('refusals.filter.text')}
        placeholder={t('refusals.filter.textHint')}
        type="search"
        value={typed.q}
        onValueChange={q => type({ q })}
      />
      <Select
        label={t('refusals.filter.cause')}
        value={search.cause}
        onValueChange={cause => choose({ cause })}
        choices={[
          { value: '', label: t('refusals.filter.allCauses') },
          ...refusalCauses.map(cause => ({ value: cause, label: t(`refusals.causes.${cause}.name`) })),
        ]}
      />
      <Button
        icon={ListFilter}
        aria-expanded={isOpen}
        className="sm:hidden xs:col-span-2"
        onClick={() => setOpen(!isOpen)}
      >
        {t('refusals.filter.more')}
      </Button>
      <Select
        label={t('refusals.filter.what')}
        value={search.what}
        onValueChange={what => choose({ what })}
        choices={[
          { value: '', label: t('refusals.filter.everything') },
          ...refusedThings.map(what => ({ value: what, label: t(`refusals.what.${what}`) })),
        ]}
        className={further}
      />
      <TextField
        label={t('refusals.filter.key')}
        placeholder={t('refusals.filter.keyHint')}
        error={isKeyWrong ? t('refusals.filter.keyWrong') : undefined}
        value={typed.key}
        onValueChange={key => type({ key })}
        className={further}
      />
      {seesAddresses && (
        <TextField
          label={t('refusals.filter.address')}
          value={typed.address}
          onValueChange={address => type({ address })}
          className={further}
        />
      )}
      <TextField
        label={t('refusals.filter.kind')}
        inputMode="numeric"
        value={typed.kind}
        onValueChange={kind => type({ kind })}
        className={further}
      />
      <TextField
        label={t('refusals.filter.from')}
        type="date"
        error={areDaysReversed(typed) ? t('refusals.filter.reversed') : undefined}
        value={typed.from}
        onValueChange={from => type({ from })}
        className={further}
      />
      <TextField
        label={t('refusals.filter.to')}
        type="date"
        value={typed.to}
        onValueChange={to => type({ to })}
        className={further}
      />
      {search.rule !== '' && (
        <div className="xs:col-span-2 md:col-span-full">
          <Button size="small" icon={X} className="max-w-full" onClick={() => choose({ rule: '' })}>
            <span className="truncate">{t('refusals.filter.ofRule', { rule: search.rule })}</span>
          </Button>
        </div>
      )}
    </div>
  )
}
