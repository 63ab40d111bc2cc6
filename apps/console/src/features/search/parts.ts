import { loadTexts } from '../../i18n/load-texts.ts'
import { EventDialog } from './details/event-dialog.tsx'
import { TransactionDialog } from './details/transaction-dialog.tsx'
import { FilterMenu } from './palette/filter-menu.tsx'
import { Palette } from './palette/palette.tsx'

/** The search without its box, with its texts. */
export async function loadParts() {
  await loadTexts('later')
  return { Palette, FilterMenu, EventDialog, TransactionDialog }
}
