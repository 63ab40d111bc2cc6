import { listFileRange } from '@hornets/contract/admin/files/catalogue'
import { useState } from 'react'
import { api } from '../../../api/calls/api.ts'
import { failureText } from '../../../api/calls/failure-text.ts'
import { toast } from '../../../ui/overlays/toast.ts'
import type { FileQuery } from '../files/file-queries.ts'
import type { Files } from '../files/use-files.ts'
import { amountOf, type Chosen, choose, everything, isChosen, nothing, type Selection, toggle } from './selection.ts'

interface Choosing {
  readonly key: string
  readonly isOn: boolean
  readonly selection: Selection
  /** Where a range begins. */
  readonly from?: RangeStart
}

interface RangeStart {
  readonly index: number
  readonly id: string
}

/** The selection mode: which files are chosen, by hand, by range, all loaded or all that match. */
export function useChoosing(files: Files, query: FileQuery) {
  const key = JSON.stringify(query)
  const [kept, keep] = useState<Choosing>({ key, isOn: false, selection: nothing })
  // Other filters show other files: none of them was chosen.
  const now: Choosing = kept.key === key ? kept : { key, isOn: kept.isOn, selection: nothing }
  const { isOn, selection, from } = now
  const all = { files: files.meta?.total ?? 0, bytes: files.meta?.total_bytes ?? 0 }
  const amount = amountOf(selection, all)
  // Looked through only if they can all be chosen: this is asked for each page that is loaded.
  const loaded = amount.files > 0 ? files.loaded() : []
  const areAllLoadedChosen = loaded.length > 0 && loaded.every(({ file }) => isChosen(selection, file.id))

  const placeAt = (index: number | undefined): RangeStart | undefined => {
    const file = index === undefined ? undefined : files.fileAt(index)
    return file && { index: index as number, id: file.id }
  }
  /** What was chosen while the range was asked for stays chosen; the answer for another list is dropped. */
  const chooseRange = (between: readonly Chosen[], begin: RangeStart) =>
    keep(last => {
      if (last.key !== key && kept !== last) return last
      const before = last.key === key ? last.selection : nothing
      return { key, isOn: true, selection: choose(before, between, true), from: begin }
    })
  async function askRange(begin: RangeStart, to: string): Promise<void> {
    try {
      const { files: between } = await api.call(listFileRange, { query: { ...query, first: begin.id, last: to } })
      chooseRange(
        between.map(({ hash, bytes }) => ({ id: hash, size: bytes })),
        begin,
      )
    } catch (error) {
      toast.error(failureText(error))
    }
  }

  return {
    isOn,
    selection,
    all,
    amount,
    areAllLoadedChosen,
    hasLoaded: all.files > 0,
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
              files.loaded().map(({ file }) => file),
              true,
            ),
      }),
    chooseMatching: () => keep({ ...now, isOn: true, selection: everything }),
    /** A file, or every one up to it, loaded or not; without a beginning the range is from `start`. */
    toggleAt(index: number, isRange: boolean, start?: number): void {
      const file = files.fileAt(index)
      const begin = from ?? placeAt(start)
      if (!file) return
      if (!isRange || begin === undefined) {
        keep({ ...now, isOn: true, selection: toggle(selection, file), from: { index, id: file.id } })
        return
      }
      const [low, high] = begin.index < index ? [begin.index, index] : [index, begin.index]
      const between = files
        .loaded()
        .filter(({ index: at }) => at >= low && at <= high)
        .map(one => one.file)
      if (between.length > high - low) chooseRange(between, begin)
      else void askRange(begin, file.id)
    },
    stop: () => keep({ key, isOn: false, selection: nothing }),
  }
}

export type ChoosingState = ReturnType<typeof useChoosing>
