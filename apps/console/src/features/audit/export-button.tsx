import { Download } from 'lucide-react'
import { useRef, useState } from 'react'
import { useTexts } from '../../i18n/texts.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Menu, MenuItem } from '../../ui/buttons/menu.tsx'
import { formatBytes } from '../../ui/text/format.ts'
import type { AuditSearch } from './audit-search.ts'
import { saveAudit, useExport } from './export-audit.ts'

interface ExportButtonProps {
  readonly search: AuditSearch
  /** There is nothing to export, or not yet. */
  readonly disabled: boolean
}

/** Exports all matching entries; shows progress, and can be cancelled. */
export function ExportButton({ search, disabled }: ExportButtonProps) {
  const { t } = useTexts()
  const button = useRef<HTMLButtonElement>(null)
  const place = useRef<HTMLDivElement>(null)
  const [open, setOpen] = useState(false)
  const running = useExport()
  return (
    <div ref={place} className="flex flex-wrap items-center gap-2">
      <Button
        ref={button}
        icon={Download}
        disabled={disabled && !running}
        loading={running !== undefined}
        aria-haspopup="menu"
        aria-expanded={open}
        onClick={() => setOpen(true)}
      >
        {t('audit.export')}
        {running && <span className="font-normal tabular-nums">{formatBytes(running.bytes)}</span>}
      </Button>
      {running && (
        <Button
          variant="ghost"
          onClick={() => {
            running.cancel()
            button.current?.focus()
          }}
        >
          {t('ui.cancel')}
        </Button>
      )}
      <span role="status" className="sr-only">
        {running && t('audit.exporting')}
      </span>
      <Menu open={open} onOpenChange={setOpen} anchor={button} container={place}>
        <MenuItem onClick={() => void saveAudit(search, 'csv')}>{t('audit.exportCsv')}</MenuItem>
        <MenuItem onClick={() => void saveAudit(search, 'jsonl')}>{t('audit.exportJson')}</MenuItem>
      </Menu>
    </div>
  )
}
