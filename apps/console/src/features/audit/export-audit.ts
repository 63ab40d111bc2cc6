import { exportAudit } from '@hornets/contract/admin/audit'
import { fileExport } from '../../file-export.ts'
import { t } from '../../i18n/texts.ts'
import { separatorOfCells } from '../../ui/text/format.ts'
import { type AuditSearch, filtersOf } from './audit-search.ts'

const { useRunning, save } = fileExport(exportAudit, () => t('audit.exported'))

export const useExport = useRunning

export const saveAudit = (search: AuditSearch, format: 'csv' | 'jsonl') =>
  save({ ...filtersOf(search), format, separator: separatorOfCells() }, 'audit-log', format)
