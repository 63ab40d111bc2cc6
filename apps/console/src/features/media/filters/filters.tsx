import type { FileSort } from '@hornets/contract/admin/files/catalogue'
import { SlidersHorizontal, X } from 'lucide-react'
import { useId, useState } from 'react'
import { useTexts } from '../../../i18n/texts.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { IconButton } from '../../../ui/buttons/icon-button.tsx'
import { Segmented } from '../../../ui/forms/segmented.tsx'
import { Select } from '../../../ui/forms/select.tsx'
import { TextField } from '../../../ui/forms/text-field.tsx'
import { areDaysReversed } from '../../../ui/text/calendar-day.ts'
import { formatBytes } from '../../../ui/text/format.ts'
import { OwnerName } from '../storage/storage-dialog.tsx'
import { moreFilters, typeChoices } from './file-search.ts'
import { readSize, sizeChoices, writeSize } from './size-choices.ts'
import type { FileSearchState } from './use-file-search.ts'

const sorts: readonly FileSort[] = ['newest', 'oldest', 'largest', 'smallest', 'name']

interface FiltersProps {
  readonly filters: FileSearchState
  readonly onStorage: () => void
}

export function Filters({ filters, onStorage }: FiltersProps) {
  const { t } = useTexts()
  const { search, typed, type, choose, showStatus } = filters
  const active = moreFilters(search)
  const ownerId = useId()
  const [isOpen, setOpen] = useState(active > 0)
  return (
    <div className="grid gap-3 rounded-md border border-line bg-surface p-3">
      <div className="grid grid-cols-2 items-end gap-3 sm:flex sm:flex-wrap">
        <TextField
          label={t('media.filter.search')}
          placeholder={t('media.filter.searchHint')}
          type="search"
          value={typed.q}
          onValueChange={q => type({ q })}
          className="col-span-2 sm:min-w-44 sm:flex-1 sm:basis-44"
        />
        <Select
          label={t('media.filter.type')}
          value={search.type}
          onValueChange={next => choose({ type: next })}
          choices={typeChoices.map(value => ({ value, label: t(`media.types.${value}`) }))}
          className="sm:w-44"
        />
        <Select
          label={t('media.filter.sort')}
          value={search.sort}
          onValueChange={sort => choose({ sort })}
          choices={sorts.map(value => ({ value, label: t(`media.sorts.${value}`) }))}
          className="sm:w-44"
        />
        <div className="col-span-2 flex flex-wrap items-center justify-between gap-3">
          <Button icon={SlidersHorizontal} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {active > 0 ? t('media.filter.moreActive', { count: active }) : t('media.filter.more')}
          </Button>
          <Segmented
            label={t('media.filter.status')}
            value={search.status}
            onValueChange={showStatus}
            choices={[
              { value: 'stored', label: t('media.status.stored') },
              { value: 'trashed', label: t('media.status.trashed') },
            ]}
          />
        </div>
      </div>
      {isOpen && (
        <div className="grid grid-cols-2 items-start gap-3 border-line border-t pt-3 sm:flex sm:flex-wrap">
          <div className="col-span-2 grid min-w-0 gap-1 sm:w-64">
            <span id={ownerId} className="font-semibold text-small">
              {t('media.filter.owner')}
            </span>
            <span className="flex items-center gap-1">
              <Button
                aria-describedby={ownerId}
                onClick={onStorage}
                className="min-w-0 flex-1 justify-start! px-3! font-normal!"
              >
                {search.owner ? <OwnerName pubkey={search.owner} /> : t('media.filter.chooseOwner')}
              </Button>
              {search.owner && (
                <IconButton icon={X} label={t('media.filter.anyOwner')} onClick={() => choose({ owner: '' })} />
              )}
            </span>
          </div>
          <TextField
            label={t('media.filter.from')}
            type="date"
            error={areDaysReversed(typed) ? t('media.filter.reversed') : undefined}
            value={typed.from}
            onValueChange={from => type({ from })}
            className="sm:w-40"
          />
          <TextField
            label={t('media.filter.to')}
            type="date"
            value={typed.to}
            onValueChange={to => type({ to })}
            className="sm:w-40"
          />
          <Select
            label={t('media.filter.size')}
            value={writeSize(search)}
            onValueChange={size => choose(readSize(size))}
            choices={sizeChoices(search).map(({ value, kind, bytes }) => ({
              value,
              label:
                kind === 'any' ? t('media.filter.anySize') : t(`media.filter.${kind}`, { size: formatBytes(bytes) }),
            }))}
            className="col-span-2 sm:w-48"
          />
        </div>
      )}
    </div>
  )
}
