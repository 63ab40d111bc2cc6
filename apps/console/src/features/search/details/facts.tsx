import type { ReactNode } from 'react'

export function FactList({ children }: { readonly children: ReactNode }) {
  return <dl className="grid gap-x-4 text-small sm:gap-y-1 sm:grid-cols-[auto_minmax(0,1fr)]">{children}</dl>
}

export function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <>
      <dt className="text-muted max-sm:not-first:mt-2 sm:py-1">{name}</dt>
      <dd className="flex min-h-7 min-w-0 flex-wrap items-center gap-x-1 break-all">{children}</dd>
    </>
  )
}
