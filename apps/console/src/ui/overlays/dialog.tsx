import { Dialog as Base } from '@base-ui/react/dialog'
import clsx from 'clsx'
import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { useHoldPage } from '../../at-work.ts'
import { useTexts } from '../../i18n/texts.ts'
import { type UnsavedGuard, useLeaveQuestion, useUnsavedGuard } from '../drafts/use-unsaved-guard.ts'
import { backdrop, dialogActions, dialogBox } from './dialog-box.ts'

export interface DialogProps {
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
  readonly title: ReactNode
  readonly description?: ReactNode
  readonly children?: ReactNode
  /** The buttons, the main one last. */
  readonly actions?: ReactNode
  /** It contains unsaved input: Escape, a press outside, the close button and leaving the page ask first. */
  readonly dirty?: boolean
  /** Its action is in progress: it stays open, and leaving the page asks first. */
  readonly busy?: boolean
  /** Its own question, and where its content belongs. */
  readonly guard?: UnsavedGuard
}

export function Dialog(props: DialogProps) {
  const { open, onOpenChange, title, description, children, actions, dirty = false, busy = false, guard } = props
  const { t } = useTexts()
  const mayLeave = useLeaveQuestion(guard)
  useHoldPage(open)

  async function change(next: boolean): Promise<void> {
    if (!next && (busy || (dirty && !(await mayLeave())))) return
    onOpenChange(next)
  }

  return (
    <Base.Root open={open} onOpenChange={next => void change(next)}>
      {open && (dirty || busy) && <Guard guard={guard} />}
      <Base.Portal>
        <Base.Backdrop className={backdrop} />
        <Base.Popup className={dialogBox}>
          <Base.Title className="pr-8 font-semibold text-title">{title}</Base.Title>
          {description && <Base.Description className="mt-1 text-muted">{description}</Base.Description>}
          {children && <div className="mt-4">{children}</div>}
          {actions && <div className={clsx('mt-3', dialogActions)}>{actions}</div>}
          <Base.Close
            aria-label={t('ui.close')}
            className={clsx(
              'absolute top-4 right-4 grid size-8 place-items-center rounded-md text-muted',
              'hover:bg-sunken',
            )}
          >
            <X size={18} />
          </Base.Close>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}

/** Separate, because a dialog without unsaved input needs no router. */
function Guard({ guard }: Pick<DialogProps, 'guard'>) {
  useUnsavedGuard(true, { yields: true, ...guard })
  return null
}
