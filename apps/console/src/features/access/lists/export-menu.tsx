import type { AccessEntry } from '@hornets/contract/admin/access-lists'
import { Download } from 'lucide-react'
import { useRef, useState } from 'react'
import { useTexts } from '../../../i18n/texts.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Menu, MenuItem } from '../../../ui/buttons/menu.tsx'
import { saveFile } from '../../../ui/buttons/save-file.ts'
import { separatorOfCells } from '../../../ui/text/format.ts'
import { type ExportedList, formatsOf, type ListFormat, writeCsv, writeForeign, writeJson } from './entry-formats.ts'

interface ExportMenuProps {
  readonly list: ExportedList
  readonly disabled: boolean
  /** The whole list; undefined if it cannot be read. */
  readonly read: () => Promise<readonly AccessEntry[] | undefined>
  /** Of lists with columns of their own. */
  readonly csvOf?: (separator: 'comma' | 'semicolon') => string
}

export function ExportMenu({ list, disabled, read, csvOf }: ExportMenuProps) {
  const { t } = useTexts()
  const anchor = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState(false)

  async function save(format: ListFormat): Promise<void> {
    const entries = await read()
    if (!entries) return
    const separator = separatorOfCells()
    if (format === 'csv') saveFile(`${list}.csv`, csvOf?.(separator) ?? writeCsv(entries, separator), 'text/csv')
    else if (format === 'json') saveFile(`${list}.json`, writeJson(entries), 'application/json')
    else saveFile(`${list}-${format}.json`, writeForeign(format, list, entries), 'application/json')
  }

  return (
    <>
      <Button ref={anchor} icon={Download} disabled={disabled} aria-haspopup="menu" onClick={() => setOpen(true)}>
        {t('access.export')}
      </Button>
      <Menu open={open} onOpenChange={setOpen} anchor={anchor}>
        {formatsOf(list).map(format => (
          <MenuItem key={format} onClick={() => void save(format)}>
            {t(`access.lists.as.${format}`)}
          </MenuItem>
        ))}
      </Menu>
    </>
  )
}
