import type { ReactNode } from 'react'
import { NotForRole } from './not-for-role.tsx'

interface RolePageProps {
  readonly title: string
  readonly description: ReactNode
  /** Replaces the content; undefined for those who may see it. */
  readonly notAllowed: { readonly title: string; readonly text: string } | undefined
  readonly children: ReactNode
}

export function RolePage({ title, description, notAllowed, children }: RolePageProps) {
  return (
    <div className="grid max-w-240 grid-cols-[minmax(0,1fr)] content-start gap-4">
      <div>
        <h1 className="font-semibold text-title">{title}</h1>
        <p className="text-muted text-small">{description}</p>
      </div>
      {notAllowed ? <NotForRole {...notAllowed} /> : children}
    </div>
  )
}
