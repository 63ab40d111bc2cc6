import { AlertDialog as Base } from '@base-ui/react/alert-dialog'
import clsx from 'clsx'
import { useEffect, useState } from 'react'
import { useHoldPage } from '../../at-work.ts'
import { useTexts } from '../../i18n/texts.ts'
import { Button } from '../buttons/button.tsx'
import { type Asked, questions } from './confirm.ts'
import { backdrop, dialogActions, dialogBox } from './dialog-box.ts'
import { useOwnEscape } from './use-own-escape.ts'

/** Shows the question, including one asked before it was loaded. */
export function ConfirmHost() {
  const { t } = useTexts()
  const [asked, setAsked] = useState<Asked>()
  const [open, setOpen] = useState(false)
  useHoldPage(open)
  useEffect(
    () =>
      questions.listen(next => {
        setAsked(next)
        setOpen(true)
      }),
    [],
  )
  const close = (yes: boolean) => {
    asked?.answer(yes)
    setOpen(false)
  }
  useOwnEscape(open, () => close(false))
  return (
    <Base.Root open={open} onOpenChange={next => !next && close(false)}>
      <Base.Portal>
        {/* The question may come from a dialog: this one is above it and its backdrop. */}
        <Base.Backdrop className={clsx(backdrop, 'z-60')} />
        <Base.Popup className={clsx(dialogBox, 'z-60')}>
          <Base.Title className="font-semibold text-title">{asked?.title}</Base.Title>
          <Base.Description className="mt-1 text-muted" render={<div />}>
            {asked?.text}
          </Base.Description>
          <div className={clsx('mt-3', dialogActions)}>
            <Button onClick={() => close(false)}>{asked?.cancel ?? t('ui.cancel')}</Button>
            <Button variant={asked?.danger ? 'danger' : 'primary'} onClick={() => close(true)}>
              {asked?.action}
            </Button>
          </div>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}
