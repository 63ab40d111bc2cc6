import { exportEarnings } from '@hornets/contract/admin/subscriptions/payments'
import { fileExport } from '../../../file-export.ts'
import { t } from '../../../i18n/texts.ts'
import { separatorOfCells } from '../../../ui/text/format.ts'
import { type Period, queryOf } from './period.ts'

const { save } = fileExport(exportEarnings, () => t('subscribers.earnings.exported'))

/** Saves every credited payment of the period as CSV. */
export const saveEarnings = (period: Period) =>
  save({ ...queryOf(period), separator: separatorOfCells() }, 'earnings', 'csv')
