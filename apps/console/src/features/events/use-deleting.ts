import { countEvents } from '@hornets/contract/admin/events/browse'
import { deleteEvents, listEventJobs } from '@hornets/contract/admin/events/changes'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api/calls/api.ts'
import { failureText } from '../../api/calls/failure-text.ts'
import { cached } from '../../api/queries/cached.ts'
import { useTexts } from '../../i18n/texts.ts'
import { confirm } from '../../ui/overlays/confirm.ts'
import { toast } from '../../ui/overlays/toast.ts'
import type { EventFilter } from './event-filter.ts'
import { foundText } from './found-text.ts'

type Selection = { readonly ids: string[] } | { readonly filter: EventFilter }

export function useDeleting(onBegun: () => void) {
  const { t } = useTexts()
  const client = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  async function begin(selection: Selection): Promise<void> {
    const filter = 'ids' in selection ? { ids: selection.ids } : { ...selection.filter }
    const found = await api.call(countEvents, { body: { filter } })
    const isSure = await confirm({
      title: t('events.delete.title'),
      text: `${foundText(t, found)}. ${t('events.delete.text')}`,
      action: t('events.delete.action'),
      danger: true,
    })
    if (!isSure) return
    await api.call(deleteEvents, { body: 'ids' in selection ? selection : { filter } })
    await client.invalidateQueries(cached(listEventJobs))
    onBegun()
  }
  async function run(selection: Selection): Promise<void> {
    setBusy(true)
    await begin(selection).catch((error: unknown) => toast.error(failureText(error)))
    setBusy(false)
  }
  return { isBusy, run }
}
