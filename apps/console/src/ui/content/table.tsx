import clsx from 'clsx'
import type { ComponentProps, ReactNode } from 'react'
import { useScrollStop } from '../page/use-scroll-stop.ts'

export interface TableProps {
  readonly caption: string
  /** Its card has the same name, which one landmark alone should have. */
  readonly inCard?: boolean
  readonly children: ReactNode
  readonly className?: string
}

export function Table({ caption, inCard, children, className }: TableProps) {
  return (
    <section
      {...useScrollStop<HTMLElement>()}
      aria-label={caption}
      role={inCard ? 'group' : undefined}
      className={clsx('overflow-x-auto', className)}
    >
      <table className="w-full border-collapse text-left text-small">
        <caption className="sr-only">{caption}</caption>
        {children}
      </table>
    </section>
  )
}

export function TableHead({ children }: { readonly children: ReactNode }) {
  return (
    <thead>
      <tr className="border-line border-b">{children}</tr>
    </thead>
  )
}

export function HeadCell({ numeric, className, ...cell }: ComponentProps<'th'> & { readonly numeric?: boolean }) {
  return (
    <th
      scope="col"
      className={clsx('h-9 whitespace-nowrap px-3 font-normal text-muted', numeric && 'text-right', className)}
      {...cell}
    />
  )
}

export function TableBody({ children }: { readonly children: ReactNode }) {
  return <tbody>{children}</tbody>
}

export function Row({ className, ...row }: ComponentProps<'tr'>) {
  return <tr className={clsx('border-line border-b last:border-b-0 hover:bg-sunken', className)} {...row} />
}

export function Cell({ numeric, className, ...cell }: ComponentProps<'td'> & { readonly numeric?: boolean }) {
  return <td className={clsx('h-11 px-3', numeric && 'text-right tabular-nums', className)} {...cell} />
}
