import { exportAudit } from '@hornets/contract/admin/audit'
import { api } from '../../api/api.ts'
import { saveFile } from '../../ui/save-file.ts'
import { type AuditSearch, filtersOf } from './audit-search.ts'

export type ExportFormat = 'csv' | 'jsonl'

const types: Record<ExportFormat, string> = { csv: 'text/csv', jsonl: 'application/x-ndjson' }

/** Saves every entry that the filters leave, oldest first. */
export async function saveAudit(search: AuditSearch, format: ExportFormat): Promise<void> {
  const text: unknown = await api.call(exportAudit, { query: { ...filtersOf(search), format } })
  saveFile(`audit-log.${format}`, String(text), types[format])
}
