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
  /** Something stands in it that would be lost: Escape, a press beside it, its cross and leaving the page ask first. */
  readonly dirty?: boolean
  /** What it does is under way: it stays, and leaving the page asks first. */
  readonly busy?: boolean
  /** What is asked then, in words of its own; and where what is open lives. */
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

/** A part of its own: where there is nothing to lose a dialog needs no router around it. */
function Guard({ guard }: Pick<DialogProps, 'guard'>) {
  useUnsavedGuard(true, { yields: true, ...guard })
  return null
}
