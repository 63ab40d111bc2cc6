import { loadTexts } from '../../i18n/load-texts.ts'
import { EventDialog } from './event-dialog.tsx'
import { FilterMenu } from './filter-menu.tsx'
import { Palette } from './palette.tsx'
import { TransactionDialog } from './transaction-dialog.tsx'

/** The search without its box, with its texts. */
export async function loadParts() {
  await loadTexts('later')
  return { Palette, FilterMenu, EventDialog, TransactionDialog }
}
