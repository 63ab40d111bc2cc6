import type { ReactNode } from 'react'

export function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <>
      <dt className="text-muted max-sm:not-first:mt-2 sm:py-1">{name}</dt>
      <dd className="flex min-h-7 min-w-0 flex-wrap items-center gap-x-1 break-all">{children}</dd>
    </>
  )
}
