import { Dialog as Base } from '@base-ui/react/dialog'
import clsx from 'clsx'
import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useHoldPage } from '../at-work.ts'
import { backdrop, dialogActions, dialogBox } from './dialog-box.ts'

export interface DialogProps {
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
  readonly title: ReactNode
  readonly description?: ReactNode
  readonly children?: ReactNode
  /** The buttons, the main one last. */
  readonly actions?: ReactNode
}

export function Dialog({ open, onOpenChange, title, description, children, actions }: DialogProps) {
  const { t } = useTranslation()
  useHoldPage(open)
  return (
    <Base.Root open={open} onOpenChange={next => onOpenChange(next)}>
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
