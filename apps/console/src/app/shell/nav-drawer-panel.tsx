import { Dialog } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import type { RefObject } from 'react'
import { useTexts } from '../../i18n/texts.ts'
import { backdrop } from '../../ui/overlays/dialog-box.ts'
import { RelayPages } from './relay-pages.tsx'
import { Brand } from './sidebar.tsx'

export interface NavDrawerPanelProps {
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
  /** The button that opens it and gets the focus back. */
  readonly trigger: RefObject<HTMLElement | null>
}

export function NavDrawerPanel({ open, onOpenChange, trigger }: NavDrawerPanelProps) {
  const { t } = useTexts()
  return (
    <Dialog.Root open={open} onOpenChange={next => onOpenChange(next)}>
      <Dialog.Portal>
        <Dialog.Backdrop className={backdrop} />
        <Dialog.Popup
          finalFocus={trigger}
          aria-label={t('shell.navigation')}
          className="fixed inset-y-0 left-0 z-50 flex w-[260px] flex-col gap-2 overflow-y-auto border-line border-r bg-surface px-3 pt-2 pb-4 outline-none transition-transform duration-200 ease-out data-ending-style:-translate-x-full data-starting-style:-translate-x-full"
        >
          <div className="flex items-start justify-between">
            <Brand />
            <Dialog.Close
              aria-label={t('shell.menu.close')}
              className="grid size-10 flex-none place-items-center rounded-md text-muted hover:bg-sunken hover:text-text"
            >
              <X size={20} />
            </Dialog.Close>
          </div>
          <RelayPages expanded onFollow={() => onOpenChange(false)} />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
