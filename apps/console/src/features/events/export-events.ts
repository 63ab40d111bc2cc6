import { exportEvents } from '@hornets/contract/admin/events/browse'
import { fileExport } from '../../file-export.ts'
import { t } from '../../i18n/texts.ts'
import type { EventFilter } from './event-filter.ts'

const { useRunning, save } = fileExport(exportEvents, () => t('events.exported'))

export const useExport = useRunning

/** Saves all events that the filter finds as JSON lines. */
export const saveEvents = (filter: EventFilter) => save({ filter: JSON.stringify(filter) }, 'events', 'jsonl')
