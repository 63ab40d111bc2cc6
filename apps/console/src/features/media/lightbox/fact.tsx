import type { ReactNode } from 'react'

export function Fact({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <>
      <dt className="text-muted">{label}</dt>
      <dd className="min-w-0 break-words tabular-nums">{children}</dd>
    </>
  )
}
