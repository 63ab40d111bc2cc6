import { loadTexts } from '../../i18n/load-texts.ts'
import { EventDialog } from './details/event-dialog.tsx'
import { TransactionDialog } from './details/transaction-dialog.tsx'
import { FilterMenu } from './palette/filter-menu.tsx'
import { Palette } from './palette/palette.tsx'

export async function loadParts() {
  await loadTexts('later')
  return { Palette, FilterMenu, EventDialog, TransactionDialog }
}
