import { banFiles } from '@hornets/contract/admin/files/file-bans'
import { purgeFiles } from '@hornets/contract/admin/files/file-changes'
import { Ban, Download, Trash2, Undo2 } from 'lucide-react'
import { useMay } from '../../../api/session/use-may.ts'
import { useTexts } from '../../../i18n/texts.ts'
import { Menu, MenuItem } from '../../../ui/buttons/menu.tsx'
import { downloadFile } from '../files/download-file.ts'
import type { MediaFile } from '../files/media-file.ts'
import type { MediaActions } from '../selection/use-media-actions.ts'

interface CardMenuProps {
  readonly menu: { readonly button: HTMLElement; readonly file: MediaFile | undefined } | undefined
  readonly onClose: () => void
  /** Why this user may not delete files. */
  readonly refusal: string | undefined
  readonly mediaActions: MediaActions
  readonly onBan: (file: MediaFile) => void
}

export function CardMenu({ menu, onClose, refusal, mediaActions, onBan }: CardMenuProps) {
  const { t } = useTexts()
  const mayBan = useMay(banFiles)
  const mayPurge = useMay(purgeFiles)
  const file = menu?.file
  return (
    <Menu
      open={file !== undefined}
      onOpenChange={open => !open && onClose()}
      anchor={{ current: menu?.button ?? null }}
    >
      {file && (
        <>
          <MenuItem icon={Download} disabled={!file.link} onClick={() => downloadFile(file)}>
            {t('media.download')}
          </MenuItem>
          {file.isTrashed ? (
            <>
              <MenuItem icon={Undo2} disabled={refusal !== undefined} onClick={() => void mediaActions.restore(file)}>
                {t('media.restore')}
              </MenuItem>
              <MenuItem icon={Trash2} danger disabled={!mayPurge} onClick={() => void mediaActions.purge(file)}>
                {t('media.purge')}
              </MenuItem>
            </>
          ) : (
            <MenuItem
              icon={Trash2}
              danger
              disabled={refusal !== undefined}
              onClick={() => void mediaActions.delete(file)}
            >
              {t('media.delete')}
            </MenuItem>
          )}
          <MenuItem icon={Ban} danger disabled={!mayBan} onClick={() => onBan(file)}>
            {t('media.ban.menu')}
          </MenuItem>
        </>
      )}
    </Menu>
  )
}
