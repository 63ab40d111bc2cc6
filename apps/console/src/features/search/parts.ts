import { loadTexts } from '../../i18n/load-texts.ts'
import { EventDialog } from './event-dialog.tsx'
import { FilterMenu } from './filter-menu.tsx'
import { Palette } from './palette.tsx'
import { TransactionDialog } from './transaction-dialog.tsx'

/** All of the search but its box, with its words. */
export async function loadParts() {
  await loadTexts('later')
  return { Palette, FilterMenu, EventDialog, TransactionDialog }
}
