import { listEventViews, removeEventView, saveEventView, viewNameMax } from '@hornets/contract/admin/events/browse'
import { useQuery } from '@tanstack/react-query'
import { Bookmark, X } from 'lucide-react'
import { useState } from 'react'
import { api } from '../../api/calls/api.ts'
import { failureText } from '../../api/calls/failure-text.ts'
import { apiQuery } from '../../api/queries/api-query.ts'
import { useTexts } from '../../i18n/texts.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { IconButton } from '../../ui/buttons/icon-button.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import { toast } from '../../ui/overlays/toast.ts'
import { type EventFilter, filterInUrl, isEmptyFilter } from './event-filter.ts'

interface ViewsProps {
  readonly filter: EventFilter
  readonly onOpen: (filter: EventFilter) => void
}

export function Views({ filter, onOpen }: ViewsProps) {
  const { t } = useTexts()
  const { data, refetch } = useQuery(apiQuery(listEventViews))
  const views = data?.views ?? []
  async function attempt(work: () => Promise<unknown>): Promise<void> {
    await work().catch((error: unknown) => toast.error(failureText(error)))
    await refetch()
  }
  if (views.length === 0 && isEmptyFilter(filter)) return null
  return (
    <div className="flex flex-wrap items-center gap-2 border-line border-b px-3 py-2">
      {views.map(({ id, name, filter: saved }) => (
        <span key={id} className="flex max-w-full items-center rounded-md border border-line">
          <Button size="small" variant="ghost" className="min-w-0" onClick={() => onOpen(filterInUrl(saved))}>
            <bdi className="truncate">{name}</bdi>
          </Button>
          <IconButton
            size="small"
            icon={X}
            label={t('events.views.remove', { name })}
            onClick={() => void attempt(() => api.call(removeEventView, { params: { id } }))}
          />
        </span>
      ))}
      {!isEmptyFilter(filter) && (
        <SaveView onSave={name => attempt(() => api.call(saveEventView, { body: { name, filter: { ...filter } } }))} />
      )}
    </div>
  )
}

function SaveView({ onSave }: { readonly onSave: (name: string) => Promise<void> }) {
  const { t } = useTexts()
  const [name, setName] = useState('')
  return (
    <form
      className="flex min-w-0 items-center gap-2"
      onSubmit={event => {
        event.preventDefault()
        if (name.trim()) void onSave(name.trim()).then(() => setName(''))
      }}
    >
      <TextField
        label={t('events.views.name')}
        labelHidden
        placeholder={t('events.views.name')}
        maxLength={viewNameMax}
        value={name}
        onValueChange={setName}
      />
      <Button size="small" type="submit" icon={Bookmark} disabled={name.trim() === ''}>
        {t('events.views.save')}
      </Button>
    </form>
  )
}
