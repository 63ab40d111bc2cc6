import type { MediaFile } from '../files/media-file.ts'
import type { Files } from '../files/use-files.ts'
import type { useGridPlace } from '../grid/use-grid-place.ts'
import type { useMediaActions } from '../selection/use-media-actions.ts'
import type { useLightbox, useOpenFile } from './use-lightbox.ts'

interface ShownFileParts {
  readonly files: Files
  readonly openFile: ReturnType<typeof useOpenFile>
  readonly lightbox: ReturnType<typeof useLightbox>
  readonly place: ReturnType<typeof useGridPlace>
  readonly mediaActions: ReturnType<typeof useMediaActions>
  /** A file is shown from this place of the grid. */
  readonly onShow: (index: number) => void
}

export function useShownFile({ files, openFile, lightbox, place, mediaActions, onShow }: ShownFileParts) {
  function show(file: MediaFile | undefined, index: number): void {
    if (!file) return
    onShow(index)
    openFile.open(file)
    // The carousel can move past what the grid has loaded.
    if (index + 2 >= (files.count ?? 0) && files.canLoadMore) files.loadMore()
  }
  function close(): void {
    openFile.close()
    if (lightbox.index !== undefined) place.focus(lightbox.index)
  }
  async function deleteOpen(file: MediaFile): Promise<void> {
    const { index = 0, previous, next } = lightbox
    if (!(await mediaActions.delete(file))) return
    // The next one moves up into the place of the one that has gone.
    if (next) show(next, index)
    else if (previous) show(previous, index - 1)
    else openFile.close()
  }

  return { show, close, deleteOpen }
}
