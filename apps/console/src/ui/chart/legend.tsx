import { colourOf, type SeriesColour } from './calculations/series.ts'

export interface LegendItem {
  readonly key: string
  readonly label: string
  readonly colour: SeriesColour
  readonly isFaint?: boolean
}

export function Legend({ items }: { readonly items: readonly LegendItem[] }) {
  return (
    <ul className="mt-2 flex min-h-5 flex-wrap gap-x-4 gap-y-1 text-caption text-muted">
      {items.map(({ key, label, colour, isFaint }) => (
        <li key={key} className="flex items-center gap-1.5">
          <span
            className={
              isFaint
                ? 'w-3 border-t border-dashed forced-color-adjust-none'
                : 'size-2.5 rounded-[2px] forced-color-adjust-none'
            }
            style={isFaint ? { borderColor: colourOf(colour) } : { background: colourOf(colour) }}
          />
          {label}
        </li>
      ))}
    </ul>
  )
}
