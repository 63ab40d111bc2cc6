import clsx from 'clsx'
import { memo } from 'react'
import { useTexts } from '../../../i18n/texts.ts'
import type { MediaFile } from '../files/media-file.ts'
import { isChosen, type Selection } from '../selection/selection.ts'
import { Card } from './card.tsx'

interface RowProps {
  readonly topPx: number
  /** Place of its first file among all. */
  readonly first: number
  readonly columns: number
  readonly cardPx: number
  /** Undefined while they are loading. */
  readonly files: readonly (MediaFile | undefined)[]
  readonly total: number
  readonly isChoosing: boolean
  readonly selection: Selection
  readonly current: number | undefined
}

/** A row of cards; drawn again only when something in it changes. */
export const Row = memo(function Row({ topPx, first, columns, cardPx, files, ...rest }: RowProps) {
  const { total, isChoosing, selection, current } = rest
  const { t } = useTexts()
  return (
    <ul className={clsx('absolute inset-x-0 grid gap-3 contain-content', columnClass[columns])} style={{ top: topPx }}>
      {files.map((file, column) => {
        const index = first + column
        return file ? (
          <Card
            key={file.id}
            file={file}
            t={t}
            px={cardPx}
            index={index}
            total={total}
            isChoosing={isChoosing}
            isChosen={isChosen(selection, file.id)}
            isCurrent={index === current}
          />
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: places are all alike
          <EmptyTile key={column} />
        )
      })}
    </ul>
  )
}, isSameRow)

/** The list of files is another each time, the files are not. */
function isSameRow({ files, ...a }: RowProps, { files: later, ...b }: RowProps): boolean {
  return (
    (Object.keys(b) as (keyof typeof b)[]).every(name => a[name] === b[name]) &&
    files.length === later.length &&
    files.every((file, at) => file === later[at])
  )
}

/** MEDIA-07: 12, 6 or 4 of 24 columns are 2, 4 or 6 cards a row. */
const columnClass: Readonly<Record<number, string>> = { 2: 'grid-cols-2', 4: 'grid-cols-4', 6: 'grid-cols-6' }

/** Holds the place of the first cards. */
export function EmptyTiles({ columns }: { readonly columns: number }) {
  return (
    <ul className={clsx('grid gap-3', columnClass[columns])}>
      {Array.from({ length: 3 * columns }, (_, place) => place).map(place => (
        <EmptyTile key={place} />
      ))}
    </ul>
  )
}

function EmptyTile() {
  return (
    <li aria-hidden className="rounded-md border border-line bg-surface">
      <div className="aspect-square w-full rounded-t-md bg-line" />
      <div className="h-13" />
    </li>
  )
}
