import { Trash2 } from 'lucide-react'
import { useTexts } from '../../i18n/texts.ts'
import { Button } from '../../ui/buttons/button.tsx'
import type { EventFilter } from './event-filter.ts'
import { useDeleting } from './use-deleting.ts'

interface DeleteButtonProps {
  readonly filter: EventFilter
  /** Ids of the selected events; without any, all that the filter finds are deleted. */
  readonly chosen: readonly string[]
  readonly onDeleted: () => void
}

export function DeleteButton({ filter, chosen, onDeleted }: DeleteButtonProps) {
  const { t } = useTexts()
  const deleting = useDeleting(onDeleted)
  return (
    <Button
      size="small"
      icon={Trash2}
      loading={deleting.isBusy}
      onClick={() => void deleting.run(chosen.length > 0 ? { ids: [...chosen] } : { filter })}
    >
      {chosen.length > 0 ? t('events.delete.selected', { count: chosen.length }) : t('events.delete.all')}
    </Button>
  )
}
