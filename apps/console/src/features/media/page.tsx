import { banFiles } from '@hornets/contract/admin/files/file-bans'
import { deleteFile } from '@hornets/contract/admin/files/file-changes'
import { Ban, HardDrive } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useMay, useRefusal } from '../../api/session/use-may.ts'
import { useTexts } from '../../i18n/texts.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { toast } from '../../ui/overlays/toast.ts'
import { steady } from '../../ui/page/steady.ts'
import { formatBytes } from '../../ui/text/format.ts'
import { BanDialog } from './bans/ban-dialog.tsx'
import { BansDialog } from './bans/bans-dialog.tsx'
import { queryOf } from './files/file-queries.ts'
import { loadFailureText } from './files/load-failure.ts'
import type { MediaFile } from './files/media-file.ts'
import type { Meta } from './files/use-files.ts'
import { Filters } from './filters/filters.tsx'
import { useFileSearch } from './filters/use-file-search.ts'
import { Footer } from './footer.tsx'
import { CardMenu } from './grid/card-menu.tsx'
import { Grid } from './grid/grid.tsx'
import { Scrubber } from './grid/scrubber.tsx'
import { useGridPlace } from './grid/use-grid-place.ts'
import { useMediaGrid } from './grid/use-media-grid.ts'
import { Lightbox } from './lightbox/lightbox.tsx'
import { useLightbox, useOpenFile } from './lightbox/use-lightbox.ts'
import { useShownFile } from './lightbox/use-shown-file.ts'
import { Jobs } from './selection/jobs.tsx'
import { useChoosing } from './selection/use-choosing.ts'
import { useMediaActions } from './selection/use-media-actions.ts'
import { StorageDialog } from './storage/storage-dialog.tsx'
import { ChoosingBar, Toolbar } from './toolbar.tsx'
import { Uploads } from './uploads/uploads.tsx'

export function MediaPage() {
  const filters = useFileSearch()
  const { search } = filters
  const openFile = useOpenFile()
  const [guess, setGuess] = useState<number>()
  const grid = useMediaGrid(search, openFile.hash === undefined ? undefined : guess)
  const { files, layout, box } = grid
  const choosing = useChoosing(files, queryOf(search))
  const lightbox = useLightbox(files, openFile.hash, guess)
  const place = useGridPlace(box)
  const [menu, setMenu] = useState<{ readonly index: number; readonly button: HTMLElement }>()
  const [isStorageOpen, setStorageOpen] = useState(false)
  const [isBansOpen, setBansOpen] = useState(false)
  const [banning, startBan] = useState<MediaFile>()
  const mayBan = useMay(banFiles)
  const refusal = useRefusal(deleteFile)
  const mediaActions = useMediaActions(search, choosing)
  const isTrash = search.status === 'trashed'
  const { show, close, deleteOpen } = useShownFile({ files, openFile, lightbox, place, mediaActions, onShow: setGuess })
  useFailureToast(files.error)

  function banned(): void {
    startBan(undefined)
    if (openFile.hash !== undefined) close()
  }
  return (
    <div className="grid content-start gap-4">
      <Around.Toolbar {...{ choosing, refusal, mediaActions, isTrash }} />
      <Around.Uploads />
      <Around.Jobs />
      <Around.Filters filters={filters} onStorage={() => setStorageOpen(true)} />
      <Around.Amount
        meta={files.meta}
        onStorage={() => setStorageOpen(true)}
        onBans={mayBan ? () => setBansOpen(true) : undefined}
      />
      <Around.ChoosingBar {...{ choosing, refusal, mediaActions, isTrash }} />
      <div className="flex items-start gap-2">
        <div className="min-w-0 flex-1">
          <Grid
            {...{ box, layout, place }}
            total={files.meta?.total ?? 0}
            fileAt={files.fileAt}
            isChoosing={choosing.isOn}
            selection={choosing.selection}
            onPress={(index, isRange) =>
              choosing.isOn || isRange ? choosing.toggleAt(index, isRange) : show(files.fileAt(index), index)
            }
            onToggle={choosing.toggleAt}
            onMenu={(index, button) => setMenu({ index, button })}
            onDelete={index => {
              const file = files.fileAt(index)
              if (refusal !== undefined || isTrash) return
              if (choosing.amount.files > 0) void mediaActions.deleteChosen()
              else if (file) void mediaActions.delete(file)
            }}
            onChooseLoaded={choosing.toggleLoaded}
            onEscape={choosing.stop}
          />
        </div>
        <Scrubber months={grid.months} box={box} layout={layout} onJump={grid.jumpTo} />
      </div>
      <Around.Footer files={files} search={search} columns={layout.shape.columns} onClear={filters.clear} />
      <Around.StorageDialog open={isStorageOpen} onOpenChange={setStorageOpen} onChoose={filters.choose} />
      <Around.CardMenu
        menu={menu && { button: menu.button, file: files.fileAt(menu.index) }}
        onClose={() => setMenu(undefined)}
        refusal={refusal}
        mediaActions={mediaActions}
        onBan={startBan}
      />
      <Around.Lightbox
        open={openFile.hash !== undefined}
        file={lightbox.file}
        error={lightbox.error}
        place={lightbox.place}
        onClose={close}
        onPrevious={lightbox.previous && (() => show(lightbox.previous, (lightbox.index ?? 0) - 1))}
        onNext={lightbox.next && (() => show(lightbox.next, (lightbox.index ?? 0) + 1))}
        onDelete={refusal === undefined && !isTrash ? file => void deleteOpen(file) : undefined}
        onBan={mayBan ? startBan : undefined}
      />
      <Around.BansDialog open={isBansOpen} onOpenChange={setBansOpen} />
      {banning && <BanDialog file={banning} onClose={() => startBan(undefined)} onBanned={banned} />}
    </div>
  )
}

/** While one scrolls, files are loaded: what is around the grid is drawn again only when something in it changes. */
const Around = {
  Toolbar: steady(Toolbar),
  ChoosingBar: steady(ChoosingBar),
  Uploads: steady(Uploads),
  Jobs: steady(Jobs),
  Filters: steady(Filters),
  Amount: steady(Amount),
  Footer: steady(Footer),
  CardMenu: steady(CardMenu),
  Lightbox: steady(Lightbox),
  StorageDialog: steady(StorageDialog),
  BansDialog: steady(BansDialog),
}

interface AmountProps {
  readonly meta: Meta | undefined
  readonly onStorage: () => void
  /** Missing for who may not. */
  readonly onBans: (() => void) | undefined
}

/** How much matches, and the way to who owns it. */
function Amount({ meta, onStorage, onBans }: AmountProps) {
  const { t } = useTexts()
  return (
    <div className="flex min-h-8 flex-wrap items-center justify-between gap-x-3">
      <p role="status" className="text-muted text-small tabular-nums">
        {meta && `${t('media.files', { count: meta.total })} · ${formatBytes(meta.total_bytes)}`}
      </p>
      <div className="flex flex-wrap gap-2">
        {onBans && (
          <Button size="small" variant="ghost" icon={Ban} onClick={onBans}>
            {t('media.bans.title')}
          </Button>
        )}
        <Button size="small" variant="ghost" icon={HardDrive} onClick={onStorage}>
          {t('media.storage.title')}
        </Button>
      </div>
    </div>
  )
}

/** MEDIA-25: reports a failure once, not at every try. */
function useFailureToast(error: Error | undefined): void {
  const reported = useRef<Error>(undefined)
  useEffect(() => {
    if (!error || reported.current === error) return
    reported.current = error
    toast.error(loadFailureText(error))
  }, [error])
}
