import { useState } from 'react'
import type { Files } from '../files/use-files.ts'
import { amountOf, choose, everything, isChosen, nothing, type Selection, toggle } from './selection.ts'

interface Choosing {
  /** The query that it belongs to. */
  readonly key: string
  readonly isOn: boolean
  readonly selection: Selection
  /** Where a range begins. */
  readonly from?: number
}

/** The selection mode: which files are chosen, by hand, by range, all loaded or all that match. */
export function useChoosing(files: Files, key: string) {
  const [kept, keep] = useState<Choosing>({ key, isOn: false, selection: nothing })
  // Other filters show other files: none of them was chosen.
  const now: Choosing = kept.key === key ? kept : { key, isOn: kept.isOn, selection: nothing }
  const { isOn, selection, from } = now
  const all = { files: files.meta?.total ?? 0, bytes: files.meta?.total_bytes ?? 0 }
  const loaded = files.loaded()
  const areAllLoadedChosen = loaded.length > 0 && loaded.every(({ file }) => isChosen(selection, file.id))

  return {
    isOn,
    selection,
    all,
    amount: amountOf(selection, all),
    areAllLoadedChosen,
    hasLoaded: loaded.length > 0,
    /** Could more be chosen than what is loaded? */
    isMoreMatching: selection.kind === 'some' && areAllLoadedChosen && loaded.length < all.files,
    /** MEDIA-03: clears the selection both ways. */
    toggleMode: () => keep({ key, isOn: !isOn, selection: nothing }),
    /** MEDIA-04: all that are loaded, or none if they all were. */
    toggleLoaded: () =>
      keep({
        ...now,
        isOn: true,
        selection: areAllLoadedChosen
          ? nothing
          : choose(
              selection,
              loaded.map(({ file }) => file),
              true,
            ),
      }),
    chooseMatching: () => keep({ ...now, isOn: true, selection: everything }),
    /** A file, or every loaded one up to it; without a beginning the range is from `start`. */
    toggleAt(index: number, isRange: boolean, start?: number): void {
      const file = files.fileAt(index)
      const begin = from ?? start
      if (!file) return
      if (!isRange || begin === undefined) {
        keep({ ...now, isOn: true, selection: toggle(selection, file), from: index })
        return
      }
      const [low, high] = begin < index ? [begin, index] : [index, begin]
      const between = loaded.filter(({ index: at }) => at >= low && at <= high).map(one => one.file)
      keep({ ...now, isOn: true, selection: choose(selection, between, true), from: begin })
    },
    stop: () => keep({ key, isOn: false, selection: nothing }),
  }
}

export type ChoosingState = ReturnType<typeof useChoosing>
