import { LockKeyhole } from 'lucide-react'
import { EmptyState } from './empty-state.tsx'

interface NotForRoleProps {
  readonly title: string
  /** Whose it is. */
  readonly text: string
}

/** Replaces a page, or its content, that is not for the role of who is signed in. */
export function NotForRole({ title, text }: NotForRoleProps) {
  return (
    <div className="rounded-md border border-line bg-surface">
      <EmptyState icon={LockKeyhole} title={title} text={text} />
    </div>
  )
}
