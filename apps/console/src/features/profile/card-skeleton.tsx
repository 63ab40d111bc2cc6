import { Skeleton } from '../../ui/states/skeleton.tsx'

/** The expected content: a line with buttons, rows of a list, or form fields. */
export type ComingShape = 'line' | 'rows' | 'fields'

/** Reserves about the space that a card's content will take. */
export function CardSkeleton({ shape }: { readonly shape: ComingShape }) {
  if (shape === 'line') return <Skeleton className="h-8 w-56 max-w-full" />
  if (shape === 'fields')
    return (
      <div className="grid gap-4 sm:grid-cols-2">
        {[0, 1, 2, 3, 4, 5].map(place => (
          <div key={place} className="grid gap-1.5">
            <Skeleton className="h-4 w-24" />
            <Skeleton className="h-9 rounded-md" />
          </div>
        ))}
      </div>
    )
  return (
    <div className="-mx-4 -mb-4 border-line border-t">
      {[0, 1].map(place => (
        <div key={place} className="flex gap-3 border-line border-b px-4 py-3 last:border-b-0">
          <Skeleton className="size-5 flex-none" />
          <div className="grid flex-1 gap-1.5 py-0.5">
            <Skeleton className="h-4 w-44 max-w-full" />
            <Skeleton className="h-3 w-72 max-w-full" />
          </div>
        </div>
      ))}
    </div>
  )
}
