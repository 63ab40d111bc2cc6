import { Dialog } from '@base-ui/react/dialog'
import { Menu, X } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { backdrop } from '../../ui/dialog-box.ts'
import { NavItems } from './nav-items.tsx'
import { RelayHealth } from './relay-health.tsx'
import { Brand } from './sidebar.tsx'

const square = 'grid size-10 flex-none place-items-center rounded-md text-muted hover:bg-sunken hover:text-text'

/** The sidebar of phones: 0 px until it is called. */
export function NavDrawer() {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  return (
    <Dialog.Root open={open} onOpenChange={setOpen}>
      <Dialog.Trigger aria-label={t('shell.menu.open')} className={square}>
        <Menu size={20} />
      </Dialog.Trigger>
      <Dialog.Portal>
        <Dialog.Backdrop className={backdrop} />
        <Dialog.Popup
          aria-label={t('shell.navigation')}
          className="fixed inset-y-0 left-0 z-50 flex w-[260px] flex-col gap-2 overflow-y-auto border-line border-r bg-surface px-3 py-2 outline-none transition-transform duration-200 ease-out data-ending-style:-translate-x-full data-starting-style:-translate-x-full"
        >
          <div className="flex items-start justify-between">
            <Brand />
            <Dialog.Close aria-label={t('shell.menu.close')} className={square}>
              <X size={20} />
            </Dialog.Close>
          </div>
          <NavItems expanded onFollow={() => setOpen(false)} />
          <RelayHealth expanded />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
