import type { ReactNode } from 'react'

export function FactList({ children }: { readonly children: ReactNode }) {
  return <dl className="grid grid-cols-[auto_minmax(0,1fr)] items-baseline gap-x-4 gap-y-1.5 text-small">{children}</dl>
}

interface FactProps {
  readonly name: string
  readonly strong?: boolean
  readonly mono?: boolean
  readonly title?: string
  readonly children: ReactNode
}

export function Fact({ name, strong, mono, title, children }: FactProps) {
  const look = `${mono ? 'break-all font-mono text-caption' : 'tabular-nums'} ${strong ? 'font-semibold' : ''}`
  return (
    <>
      <dt className="text-muted">{name}</dt>
      <dd title={title} className={`text-right [&>button]:-my-1.5 [&>button]:align-middle ${look}`}>
        {children}
      </dd>
    </>
  )
}
